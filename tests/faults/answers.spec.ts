import { expect, test } from "../fixtures/portal.ts";

const list = "/api/content/articles";
const failed = "This did not load";

test.describe("an answer that never comes", () => {
  test("times out with an error on the page, which loads by itself once the API answers @exhaustive", async ({
    portal,
    page,
  }) => {
    test.slow();
    portal.faults.add({ path: list, hang: true });
    await portal.open("/articles");
    const state = page.getByRole("main").getByRole("alert");
    await expect(state.getByRole("heading", { name: failed })).toBeVisible({ timeout: 40_000 });
    await expect(portal.notifications()).toHaveCount(1);
    await expect(state.getByRole("button", { name: "Try again" })).toBeVisible();
    portal.faults.clear();
    await expect(page.getByRole("link", { name: /Building weave entries/ })).toBeVisible();
  });
});

test("a page of a Wi-Fi in place of an answer shows an error, breaks no page, and the next try works", async ({
  portal,
  page,
}) => {
  const body = "<!doctype html><title>Sign in to the Wi-Fi</title>";
  portal.faults.add({ path: list, status: 200, body });
  await portal.open("/articles");
  await expect(page.getByRole("heading", { name: failed })).toBeVisible();
  await expect(portal.notifications()).toHaveText(/An unexpected error occurred/);
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  portal.faults.clear();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: /Building weave entries/ })).toBeVisible();
});

test("an API that hangs: a request is aborted when the user goes to another page, and at the start there is a visitor's page after the timeout, both without a notification @exhaustive", async ({
  portal,
  page,
}) => {
  test.slow();
  await test.step("another page aborts the request", async () => {
    portal.faults.add({ path: list, hang: true });
    await portal.open("/articles");
    await expect.poll(() => portal.openRequests(list)).toBe(1);
    await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "We stand where you stand: beside the ring",
    );
    await expect.poll(() => portal.openRequests(list)).toBe(0);
    await expect(portal.notifications()).toHaveCount(0);
    portal.faults.clear();
  });
  await test.step("at the start, after the timeout, a visitor's page", async () => {
    const member = await portal.createUser({ kind: "member" });
    await portal.signIn(member);
    portal.faults.add({ path: "/api/me", hang: true });
    await portal.open("/about");
    await expect(page.getByRole("contentinfo")).toBeVisible({ timeout: 40_000 });
    await expect(portal.notifications()).toHaveCount(0);
    await expect.poll(() => portal.stored.get("token")).toBe(member.token);
    portal.faults.clear();
    await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
  });
});
