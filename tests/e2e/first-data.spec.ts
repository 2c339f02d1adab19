import { expect, test } from "../fixtures/portal.ts";

const places = [
  { path: "/dashboard", data: "/api/membership" },
  {
    path: "/articles/building-weave-entries",
    data: "/api/content/articles/building-weave-entries",
  },
];

test("a member's first visit to a page asks for its data before it is known who the user is @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  for (const { path, data } of places) {
    const before = portal.requests(data).length;
    portal.faults.add({ path: "/api/me", hang: true });
    await page.goto(portal.address(path));
    await expect.poll(() => portal.requests(data).length).toBeGreaterThan(before);
  }
});
