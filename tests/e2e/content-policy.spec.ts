import { startEmptyPortal } from "../fixtures/portal-server.ts";
import { expect, test } from "../fixtures/portal.ts";

test("a text does not become markup or a script, not even by a policy of another name", async ({
  portal,
  page,
  problems,
}) => {
  await portal.open("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  problems.end(); // Chromium reports violations of the policy on the console
  const refused = await page.evaluate(() => {
    const script = document.createElement("script");
    const trusted = Reflect.get(globalThis, "trustedTypes");
    const rules = { createHTML: (text: string) => text };
    const attempts = {
      markup: () => (document.body.innerHTML = "<img>"),
      address: () => (script.src = "/assets/x.js"),
      text: () => (script.text = "globalThis.ran = true"),
      policy: () => trusted.createPolicy("mine", rules),
      "policy for all": () => trusted.createPolicy("default", rules),
    };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name}: accepted`;
      } catch (error) {
        return `${name}: ${error instanceof TypeError ? "TypeError" : String(error)}`;
      }
    });
  });
  const names = ["markup", "address", "text", "policy", "policy for all"];
  expect(refused).toEqual(names.map((name) => `${name}: TypeError`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => portal.requests("/api/csp-reports", "POST").length).toBe(5);
});

test("a portal without content and without a payment provider violates no policy, keeps no placeholders, and says that nobody can pay yet @exhaustive", async ({
  page,
  build,
}) => {
  test.skip(build === "desktop", "its pages come from another server");
  const empty = await startEmptyPortal();
  try {
    const violated: string[] = [];
    await page.exposeFunction("report", (directive: string) => violated.push(directive));
    await page.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
        Reflect.get(globalThis, "report")(effectiveDirective),
      ),
    );
    for (const path of ["/", "/memberships", "/registration-payment"]) {
      await page.goto(empty.origin + path);
      await expect(page.getByText("This portal cannot take payments yet.")).toBeVisible();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
    }
    expect(violated).toEqual([]);
  } finally {
    await page.goto("about:blank"); // which asks a server that ends for nothing more
    await empty.close();
  }
});
