import { expect, test } from "../fixtures/portal.ts";

const addresses = [
  "/articles",
  "/recipes",
  "/videos",
  "/protocols",
  "/blog",
  "/membership",
  "/subscription",
  "/dashboard",
];

test("eight windows at once all work, although a browser has only six connections @exhaustive", async ({
  portal,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  const windows = await Promise.all(addresses.map((address) => portal.anotherWindow(address)));
  for (const [at, window] of windows.entries()) {
    await expect(window.getByRole("navigation", { name: "Member area" })).toBeVisible();
    await expect(window.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => portal.path(window)).toBe(addresses[at]);
  }
  for (const window of windows) {
    await window.getByRole("navigation", { name: "Member area" }).getByText("Articles").click();
    await portal.expectPath("/articles", window);
    await expect(window.getByRole("link", { name: /Building weave entries/ })).toBeVisible();
  }
});
