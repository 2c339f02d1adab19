import { listSaved } from "#shared/api/shelf.ts";
import { expect, test } from "../../fixtures/desktop.ts";
import { untilAnswerStored, untilEmptied, untilStored } from "../../fixtures/offline-library.ts";

const slug = "building-weave-entries";

test("what a member saved is read after a start of the app without a connection, until they log out @exhaustive", async ({
  portal,
  desktop,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open(`/articles/${slug}`);
  await portal.page.getByRole("button", { name: "Save", exact: true }).click();
  await untilStored(portal.page, slug);
  await untilAnswerStored(portal.page, listSaved, slug);
  await desktop.quit();

  portal.faults.disconnect(true);
  const page = await desktop.start();
  await expect(page.getByText(/^Offline · as of /)).toBeVisible();
  await portal.open("/saved", page);
  await page.getByRole("main").getByRole("link", { name: /weave/i }).click();
  await expect(page.locator(".members-only p").first()).toBeVisible();
  await portal.open("/logout", page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are logged out");
  await untilEmptied(page);
  await portal.open("/saved", page);
  await expect(page.getByRole("main").getByRole("link", { name: "Log in" })).toBeVisible();
});

test("the portal's legal texts are read after a start of the app without a connection @exhaustive", async ({
  portal,
  desktop,
}) => {
  await desktop.quit();
  const page = await desktop.start();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect.poll(() => desktop.storeFile()).toHaveProperty("legal");
  await desktop.quit();
  portal.faults.disconnect(true);
  const offline = await desktop.start();
  await offline.goto("app://portal/terms-and-conditions");
  await expect(offline.getByRole("heading", { level: 2 }).first()).toBeVisible();
});
