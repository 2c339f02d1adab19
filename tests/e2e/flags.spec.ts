import type { Page } from "@playwright/test";
import { expect, test, type Portal } from "../fixtures/portal.ts";

const disabled = "Feature is disabled. Please contact our support.";
const maintenance =
  "We are experiencing a technical problem and service experience might be limited. Please try again in few minutes.";
const flagService = /^\/api\/flags\//;

/** Waits until the windows hear of changes as they happen. */
const listening = (portal: Portal) =>
  expect.poll(() => portal.requests("/api/flags/eval/").length).toBeGreaterThan(0);

/** Waits until that many windows have asked for the values. */
const asked = (portal: Portal, count: number) =>
  expect.poll(() => portal.requests("/api/flags/sdk/evalx/").length).toBeGreaterThanOrEqual(count);

const menuLinks = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name });

test("maintenance comes and goes in every open window, for visitors and members, and blocks nothing", async ({
  portal,
  page,
}) => {
  await portal.open("/about");
  await listening(portal);
  const another = await portal.anotherWindow("/login");
  await asked(portal, 2);
  await expect(page.getByText(maintenance)).toHaveCount(0);
  await portal.flags.set("maintenance-mode", true);
  await expect(page.getByRole("status").getByText(maintenance)).toBeVisible();
  await expect(another.getByRole("status").getByText(maintenance)).toBeVisible();

  await portal.logInByForm(await portal.createUser({ kind: "member" }));
  for (const window of [page, another]) {
    await expect(window.getByRole("navigation", { name: "Member area" })).toBeVisible();
    await expect(window.getByText(maintenance)).toBeVisible();
  }
  await portal.flags.set("maintenance-mode", false);
  for (const window of [page, another]) await expect(window.getByText(maintenance)).toHaveCount(0);
});

test("maintenance leaves the focus where it is", async ({ portal, page }) => {
  await portal.open("/login");
  await listening(portal);
  const field = page.getByRole("textbox", { name: "E-mail address" });
  await field.focus();
  await portal.flags.set("maintenance-mode", true);
  await expect(page.getByText(maintenance)).toBeVisible();
  await expect(field).toBeFocused();
});

test("a login that is disabled in the middle of it leaves menus and form, and comes back with what was typed", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "member" });
  await portal.open("/login");
  await listening(portal);
  const another = await portal.anotherWindow("/about");
  await page.getByRole("textbox", { name: "E-mail address" }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await portal.flags.set("login-disabled", true);
  await expect(page.getByText(disabled)).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Log in" })).toHaveCount(0);
  for (const window of [page, another]) {
    await expect(menuLinks(window, "Log in")).toHaveCount(0);
    await expect(menuLinks(window, "Register")).toHaveCount(2);
  }
  await portal.flags.set("login-disabled", false);
  for (const window of [page, another]) await expect(menuLinks(window, "Log in")).toHaveCount(2);
  await expect(page.getByText(disabled)).toHaveCount(0);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
});

test("a registration that is disabled in the middle of it leaves menus and form, and comes back with what was typed", async ({
  portal,
  page,
}) => {
  await portal.open("/register");
  await listening(portal);
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Kim");
  await page.getByLabel("Password", { exact: true }).fill("half a password");
  await portal.flags.set("registration-disabled", true);
  await expect(page.getByText(disabled)).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(menuLinks(page, "Register")).toHaveCount(0);
  await expect(menuLinks(page, "Log in")).toHaveCount(2);
  await portal.flags.set("registration-disabled", false);
  await expect(name).toHaveValue("Kim");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("half a password");
  await expect(menuLinks(page, "Register")).toHaveCount(2);
});

test("what is disabled says so when its page is opened by address", async ({ portal, page }) => {
  await portal.flags.set("login-disabled", true);
  await portal.flags.set("registration-disabled", true);
  for (const address of ["/login", "/register"]) {
    await portal.open(address);
    await expect(page.getByText(disabled)).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(menuLinks(page, "Log in")).toHaveCount(0);
    await expect(menuLinks(page, "Register")).toHaveCount(0);
  }
});

test("a form that has not heard of it is refused by the server, and loses nothing", async ({
  portal,
  page,
}) => {
  const user = await portal.createUser({ kind: "member" });
  portal.faults.add({ path: flagService, status: 503 });
  portal.expectFailures(403);
  await portal.flags.set("login-disabled", true);
  await portal.logInByForm(user);
  await expect(page.getByRole("alert").getByText(disabled)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "E-mail address" })).toHaveValue(user.email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(user.password);
});

for (const [how, fault] of [
  ["fails", { status: 500 }],
  ["is hanging", { hang: true }],
  ["answers nonsense", { status: 200, body: "Welcome to our network" }],
] as const) {
  test(`a flag service that ${how} leaves the last known values until it is well again`, async ({
    portal,
    page,
  }) => {
    await portal.flags.set("maintenance-mode", true);
    await portal.open("/about");
    await expect(page.getByText(maintenance)).toBeVisible();
    await listening(portal);
    const before = portal.requests("/api/flags/sdk/evalx/").length;
    portal.faults.add({ path: flagService, ...fault });
    await portal.reload();
    await expect(page.getByText(maintenance)).toBeVisible();
    await asked(portal, before + 1);
    await portal.flags.set("maintenance-mode", false);
    await expect(page.getByText(maintenance)).toBeVisible();
    portal.faults.clear();
    await expect(page.getByText(maintenance)).toHaveCount(0, { timeout: 40_000 });
  });
}

test("many windows have one stream, and the next one takes it over", async ({ portal, page }) => {
  await portal.open("/about");
  await listening(portal);
  const others = [await portal.anotherWindow("/about"), await portal.anotherWindow("/contact")];
  await asked(portal, 3);
  expect(portal.requests("/api/flags/eval/")).toHaveLength(1);
  await page.close();
  await expect.poll(() => portal.requests("/api/flags/eval/").length).toBe(2);
  await portal.flags.set("maintenance-mode", true);
  for (const window of others) await expect(window.getByText(maintenance)).toBeVisible();
});

test("the flag service learns who logs in by ID and roles, never by name or address", async ({
  portal,
}) => {
  const contexts = (): unknown[] =>
    portal
      .requests("/api/flags/sdk/evalx/")
      .map(({ path }) => path.split("/").at(-1) ?? "")
      .map((encoded) => JSON.parse(Buffer.from(encoded, "base64url").toString()));
  const visitor = { kind: "user", key: "visitor", anonymous: true };
  await portal.open("/login");
  await expect.poll(() => contexts().at(-1)).toEqual(visitor);
  const user = await portal.createUser({ kind: "member" });
  await portal.logInByForm(user);
  const member = { kind: "user", key: user.id, roles: ["ROLE_USER"] };
  await expect.poll(() => contexts().at(-1)).toEqual(member);
});
