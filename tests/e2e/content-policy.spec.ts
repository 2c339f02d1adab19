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
