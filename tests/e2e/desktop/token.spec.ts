import { appendFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test as base, type Portal } from "../../fixtures/desktop.ts";
import type { DesktopApp } from "../../fixtures/desktop-app.ts";
import { chooseElectron } from "../../fixtures/electron-runtime.ts";

const test = base.extend<{ keyStore: string; keyFile: string }>({
  /** The stand-in's key store: `keys` for one that works. */
  keyStore: ["keys", { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from it
  keyFile: async ({}, use, testInfo) => {
    const file = testInfo.outputPath("keys");
    await mkdir(dirname(file), { recursive: true });
    await use(file);
  },
  desktop: async ({ desktop, keyStore, keyFile }, use) => {
    desktop.environment = { STANDIN_KEY_STORE: keyStore === "keys" ? keyFile : keyStore };
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

/** Logs a new member in through the form. Returns the token. */
async function logIn(portal: Portal): Promise<string> {
  await portal.logInByForm(await portal.createUser({ kind: "member" }));
  await expect(memberArea(portal.page)).toBeVisible();
  const token = await portal.stored.get("token");
  if (!token) throw new Error("There is no token.");
  return token;
}

const memberArea = (page: Portal["page"]) => page.getByRole("navigation", { name: "Member area" });

/** Logs out, and checks that the texts are in no file, while the app runs and after it has quit. */
async function expectLogoutToDelete(texts: string[], portal: Portal, desktop: DesktopApp) {
  await portal.open("/logout");
  await expect(portal.page.getByRole("contentinfo")).toBeVisible();
  await expect.poll(() => desktop.storeFile()).not.toHaveProperty("token");
  for (const text of texts) expect(await filesWith(desktop, text)).toEqual([]);
  await desktop.quit();
  for (const text of texts) expect(await filesWith(desktop, text), "the app ended").toEqual([]);
}

/** Returns the token's entry in the store file. */
const written = async (desktop: DesktopApp): Promise<unknown> =>
  (await desktop.storeFile())["token"];

test.describe("with a key store", () => {
  test("the token is encrypted on disk, and deleted at logout", async ({ portal, desktop }) => {
    const token = await logIn(portal);
    const sealed = (await written(desktop)) as { encrypted: string }; // checked below
    expect(sealed).toEqual({ encrypted: expect.stringMatching(/^[\w+/]{40,}=*$/) });
    expect(Buffer.from(sealed.encrypted, "base64").includes(token)).toBe(false);
    expect(await filesWith(desktop, token)).toEqual([]);
    await expectLogoutToDelete([token, sealed.encrypted], portal, desktop);
  });

  test("the next start reads the token; a start without the key leaves it untouched @exhaustive", async ({
    portal,
    desktop,
    keyFile,
  }) => {
    await logIn(portal);
    const sealed = await written(desktop);
    await desktop.quit();
    await expect(memberArea(await desktop.start())).toBeVisible();
    await desktop.quit();
    await rm(keyFile);
    await expect((await desktop.start()).getByRole("contentinfo")).toBeVisible();
    expect(await written(desktop)).toEqual(sealed);
  });

  test("a key that was replaced is used once more, to write the token anew @exhaustive", async ({
    portal,
    desktop,
    keyFile,
  }) => {
    await logIn(portal);
    const before = await written(desktop);
    await desktop.quit();
    await appendFile(keyFile, `${Buffer.alloc(32, 7).toString("base64")}\n`);
    await expect(memberArea(await desktop.start())).toBeVisible();
    await expect.poll(() => written(desktop)).not.toEqual(before);
    expect(await written(desktop)).toEqual({ encrypted: expect.any(String) });
  });

  test("a token stored before there was a key store is encrypted at the next start @exhaustive", async ({
    portal,
    desktop,
  }) => {
    const { environment } = desktop;
    await desktop.quit();
    desktop.environment = { STANDIN_KEY_STORE: "basic_text" };
    const { token } = await portal.createUser({ kind: "member" });
    await portal.stored.leave({ token });
    await desktop.quit();
    expect(await filesWith(desktop, token)).toEqual(["config.json"]);
    desktop.environment = environment;
    await expect(memberArea(await desktop.start())).toBeVisible();
    await expect.poll(() => written(desktop)).toEqual({ encrypted: expect.any(String) });
    expect(await filesWith(desktop, token)).toEqual([]);
  });
});

for (const keyStore of ["basic_text", "none", "refuses", "hangs"]) {
  test.describe(
    `with the key store ${keyStore}`,
    { tag: keyStore === "none" ? [] : "@exhaustive" },
    () => {
      test.use({ keyStore });

      test("the token is in a file that only its user can read, and deleted at logout @exhaustive", async ({
        portal,
        desktop,
      }) => {
        const token = await logIn(portal);
        // The app waits for a hanging key store first.
        await expect.poll(() => written(desktop)).toEqual({ plain: token });
        expect(await filesWith(desktop, token)).toEqual(["config.json"]);
        expect((await stat(desktop.file("config.json"))).mode & 0o777).toBe(0o600);
        await desktop.quit();
        const page = await desktop.start();
        await expect(memberArea(page)).toBeVisible();
        await page.goto("app://portal/logout");
        await expect(page.getByRole("contentinfo")).toBeVisible();
        await expect.poll(() => filesWith(desktop, token)).toEqual([]);
        await desktop.quit();
        expect(await filesWith(desktop, token)).toEqual([]);
      });
    },
  );
}
