import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test as base, type Portal } from "../../fixtures/desktop.ts";
import type { DesktopApp } from "../../fixtures/desktop-app.ts";
import { chooseElectron } from "../../fixtures/electron-runtime.ts";

const test = base.extend<{ hasKeyStore: boolean }>({
  hasKeyStore: [true, { option: true }],
  desktop: async ({ desktop, hasKeyStore }, use, testInfo) => {
    const file = testInfo.outputPath("key");
    await mkdir(dirname(file), { recursive: true });
    if (hasKeyStore) desktop.environment = { STANDIN_KEY_STORE: file };
    await use(desktop);
  },
});

test.skip(
  () => chooseElectron().isBinary,
  "With Electron's binary specs cannot choose the key store.",
);

/** Returns the names of the files in the app's data folder that contain a text. */
async function filesWith(desktop: DesktopApp, text: string): Promise<string[]> {
  const entries = await readdir(desktop.folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const content = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
    if (content.includes(text)) found.push(name);
  }
  return found;
}

const memberArea = (page: Portal["page"]) => page.getByRole("navigation", { name: "Member area" });

/** Logs a new member in through the form. Returns the token. */
async function logIn(portal: Portal): Promise<string> {
  await portal.logInByForm(await portal.createUser({ kind: "member" }));
  await expect(memberArea(portal.page)).toBeVisible();
  const token = await portal.stored.get("token");
  if (!token) throw new Error("There is no token.");
  return token;
}

/** Returns the token's entry in the store file. */
const written = async (desktop: DesktopApp): Promise<unknown> =>
  (await desktop.storeFile())["token"];

/** Restarts the app, which is still logged in, logs out, and expects that the texts are in no file any more. */
async function expectLogoutToDelete(texts: string[], desktop: DesktopApp): Promise<void> {
  await desktop.quit();
  const page = await desktop.start();
  await expect(memberArea(page)).toBeVisible();
  await page.goto("app://portal/logout");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect.poll(() => written(desktop)).toBeUndefined();
  for (const text of texts) expect(await filesWith(desktop, text)).toEqual([]);
  await desktop.quit();
  for (const text of texts) expect(await filesWith(desktop, text), "the app ended").toEqual([]);
}

test("the token is encrypted on disk, read at the next start, and deleted at logout", async ({
  portal,
  desktop,
}) => {
  const token = await logIn(portal);
  const sealed = (await written(desktop)) as { encrypted: string }; // checked below
  expect(sealed).toEqual({ encrypted: expect.stringMatching(/^[\w+/]{40,}=*$/) });
  expect(Buffer.from(sealed.encrypted, "base64").includes(token)).toBe(false);
  expect(await filesWith(desktop, token)).toEqual([]);
  await expectLogoutToDelete([token, sealed.encrypted], desktop);
});

test.describe("without a key store", () => {
  test.use({ hasKeyStore: false });

  test("the token is in a file that only its user can read, and deleted at logout @exhaustive", async ({
    portal,
    desktop,
  }) => {
    const token = await logIn(portal);
    await expect.poll(() => written(desktop)).toEqual({ plain: token });
    expect(await filesWith(desktop, token)).toEqual(["config.json"]);
    expect((await stat(desktop.file("config.json"))).mode & 0o777).toBe(0o600);
    await expectLogoutToDelete([token], desktop);
  });
});
