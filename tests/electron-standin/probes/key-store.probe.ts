import { appendFile, rm } from "node:fs/promises";
import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "./probe-app.ts";

const seal = (app: ElectronApplication, text: string) =>
  app.evaluate(async ({ safeStorage }, plain) => {
    const sealed = await safeStorage.encryptStringAsync(plain).catch(String);
    return typeof sealed === "string" ? sealed : sealed.toString("base64");
  }, text);

const unseal = (app: ElectronApplication, sealed: string) =>
  app.evaluate(
    ({ safeStorage }, text) =>
      safeStorage.decryptStringAsync(Buffer.from(text, "base64")).catch(String),
    sealed,
  );

const store = (app: ElectronApplication) =>
  app.evaluate(async ({ safeStorage }) => [
    safeStorage.getSelectedStorageBackend(),
    await safeStorage.isAsyncEncryptionAvailable(),
  ]);

test("a key survives a restart, and a rotated key asks for re-encryption", async ({
  start,
  dataFolder,
}) => {
  const file = `${dataFolder}/system.keys`;
  const environment = { STANDIN_KEY_STORE: file };
  const first = await start(environment);
  expect(await store(first.app)).toEqual(["gnome_libsecret", true]);
  const sealed = await seal(first.app, "secret");
  const bytes = Buffer.from(sealed, "base64").toString("latin1");
  expect(bytes).toMatch(/^v11/);
  expect(bytes).not.toContain("secret");
  await first.app.close();

  const second = await start(environment);
  expect(await unseal(second.app, sealed)).toEqual({ result: "secret", shouldReEncrypt: false });
  const changed = `${sealed.slice(0, -4)}AAAA`;
  const failure =
    "Error: Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.";
  expect(await unseal(second.app, changed)).toBe(failure);
  await appendFile(file, `${Buffer.alloc(32, 7).toString("base64")}\n`);
  expect(await unseal(second.app, sealed)).toEqual({ result: "secret", shouldReEncrypt: true });
  await rm(file);
  expect(await unseal(second.app, sealed)).toBe(failure);
  expect(await seal(second.app, "secret"), "by a new key").not.toMatch(/^Error/);
});

for (const [choice, backend] of [
  ["basic_text", "basic_text"],
  ["none", "gnome_libsecret"],
] as const) {
  test(`with ${choice}, texts are encrypted with the public key`, async ({ start }) => {
    const { app } = await start({ STANDIN_KEY_STORE: choice });
    expect(await store(app)).toEqual([backend, true]);
    const sealed = await seal(app, "x");
    expect(Buffer.from(sealed, "base64").toString("latin1")).toMatch(/^v10/);
    expect(await unseal(app, sealed)).toEqual({ result: "x", shouldReEncrypt: false });
  });
}

test("a refusing key store is available but fails", async ({ start }) => {
  const { app } = await start({ STANDIN_KEY_STORE: "refuses" });
  expect(await store(app)).toEqual(["gnome_libsecret", true]);
  expect(await seal(app, "x")).toBe(
    "Error: Error while encrypting the text provided to safeStorage.encryptStringAsync.",
  );
  expect(await unseal(app, "AAAA")).toBe(
    "Error: safeStorage.decryptStringAsync is temporarily unavailable. Please try again.",
  );
});

test("a key store waiting for a password never answers", async ({ start }) => {
  const { app } = await start({ STANDIN_KEY_STORE: "hangs" });
  const outcome = await app.evaluate(({ safeStorage }) =>
    Promise.race([
      safeStorage.isAsyncEncryptionAvailable(),
      safeStorage.encryptStringAsync("x"),
      new Promise((resolve) => setTimeout(resolve, 200, "silence")),
    ]),
  );
  expect(outcome).toBe("silence");
});
