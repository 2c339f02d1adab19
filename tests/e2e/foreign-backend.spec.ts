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
  } finally {
    backend.close();
  }
}

const member = { roles: ["ROLE_USER"], subscriptionOwned: true, extra: { plan: [1, 2] } };

for (const [who, me, area] of [
  ["a member", member, "Member area"],
  ["a user", { roles: ["ROLE_USER", "ROLE_OTHER"] }, "Site map"],
] as const) {
  test(
    `every public page works for ${who} of a backend that knows only /me`,
    { tag: "@exhaustive" },
    async ({ portal, page }) => {
      await withBackend(portal, { me }, async () => {
        await portal.open("/");
        for (const path of publicPaths) {
          if (path !== "/") await portal.follow(path);
          await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
          await expect(page.getByRole("navigation", { name: area }), path).toBeVisible();
          await expect.poll(() => portal.path()).toBe(path);
        }
        await portal.follow("/logout");
        await expect(page.getByRole("heading", { name: "You are logged out" })).toBeVisible();
        await expect(page.getByRole("contentinfo")).toBeVisible();
      });
    },
  );
}

for (const [what, me, videos, dashboard] of [
  ["a subscription and no roles", { subscriptionOwned: true }, "/videos", "/dashboard"],
  ["the admin role only", { roles: ["ROLE_ADMIN"] }, "/videos", "/dashboard"],
  [
    "roles of its own",
    { roles: ["STAFF"], subscriptionOwned: false },
    "/sub-missing",
    "/dashboard",
  ],
  ["nothing", {}, "/sub-missing", "/dashboard"],
  ["nonsense in every field", { roles: 7, subscriptionOwned: "yes" }, "/sub-missing", "/dashboard"],
  ["no object", [], "/login", "/login"],
] as const) {
  const tag = what === "nothing" ? [] : "@exhaustive";
  test(`guards work for a user with ${what}`, { tag }, async ({ portal, page }) => {
    await withBackend(portal, { me }, async () => {
      await portal.open("/dashboard");
      await portal.expectPath(dashboard);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await portal.follow("/videos");
      await portal.expectPath(videos);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });
  });
}

test("a failure shows the server's message, or else the error's @seam:api-client", async ({
  portal,
  page,
}) => {
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
