import { startForeignBackend } from "../fixtures/foreign-backend.ts";
import { expect, test, type Portal } from "../fixtures/portal.ts";

const publicPaths = [
  "/",
  "/articles",
  "/about",
  "/memberships",
  "/contact",
  "/terms-and-conditions",
  "/privacy-policy",
  "/regulations",
  "/announcements",
  "/forgot-password",
  "/registration-payment",
  "/checkout",
  "/sub-missing",
];

/** Runs `work` with another backend, which answers /me as given and everything else with 500. */
async function withBackend(
  portal: Portal,
  { me, failure = {} }: { me: unknown; failure?: unknown },
  work: () => Promise<void>,
): Promise<void> {
  const backend = await startForeignBackend(me, failure);
  portal.useBackend(backend.origin);
  portal.expectFailures(500);
  await portal.stored.set("token", "a.foreign-token");
  try {
    await work();
    await portal.page.goto("about:blank"); // which asks a server that ends for nothing more
  } finally {
    backend.close();
  }
}

const member = { roles: ["ROLE_USER"], subscriptionOwned: true, extra: { plan: [1, 2] } };

test("public pages and guards work with a backend that knows only /me, whatever it says of users @exhaustive", async ({
  portal,
  page,
}) => {
  await test.step("every public page works for a member", async () => {
    await withBackend(portal, { me: member }, async () => {
      await portal.open("/");
      for (const path of publicPaths) {
        if (path !== "/") await portal.follow(path);
        await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
        await expect(page.getByRole("navigation", { name: "Member area" }), path).toBeVisible();
        await expect.poll(() => portal.path()).toBe(path);
      }
      await portal.follow("/logout");
      await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
      await expect(page.getByRole("contentinfo")).toBeVisible();
    });
  });
  await test.step("guards work for users with other roles, and for nonsense", async () => {
    const users = [
      [{ subscriptionOwned: true }, "/dashboard", "/videos"],
      [{ roles: ["ROLE_ADMIN"] }, "/dashboard", "/videos"],
      [{ roles: ["STAFF"], subscriptionOwned: false }, "/dashboard", "/sub-missing"],
      [{ roles: 7, subscriptionOwned: "yes" }, "/dashboard", "/sub-missing"],
      [[], "/login", "/login"],
    ] as const;
    for (const [me, dashboard, videos] of users)
      await test.step(JSON.stringify(me), () => expectGuards(portal, me, dashboard, videos));
  });
});

async function expectGuards(portal: Portal, me: unknown, dashboard: string, videos: string) {
  await withBackend(portal, { me }, async () => {
    await portal.open("/dashboard");
    await portal.expectPath(dashboard);
    await expect(portal.page.getByRole("heading", { level: 1 })).toBeVisible();
    await portal.follow("/videos");
    await portal.expectPath(videos);
    await expect(portal.page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}

test("guards work for a user with nothing", ({ portal }) =>
  expectGuards(portal, {}, "/dashboard", "/sub-missing"));

test("a failure shows the server's message, or else the error's", async ({ portal, page }) => {
  const failure = { message: "The kennel is closed", trace: "secret" };
  await withBackend(portal, { me: member, failure }, async () => {
    await portal.open("/videos");
    await expect(portal.notifications()).toHaveText(/API Error.*The kennel is closed/);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(portal.notifications()).toHaveCount(0);
  });
  await withBackend(portal, { me: member, failure: "<h1>Oops</h1>" }, async () => {
    await portal.open("/videos");
    await expect(portal.notifications()).toHaveText(/Request failed with status code 500/);
  });
});
