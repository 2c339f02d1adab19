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

test("a key store's key outlives a start, and a rotated one asks for a new encryption", async ({
  start,
  dataFolder,
}) => {
  const file = `${dataFolder}/system.keys`;
  const environment = { STANDIN_KEY_STORE: file };
  const first = await start(environment);
  expect(await store(first.app)).toEqual(["gnome_libsecret", true]);
  const sealed = await seal(first.app, "secret");
  expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("secret");
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

test("without a key store it is as on such a system: a known key, none, a refusal, or silence", async ({
  start,
}) => {
  const { app: basic } = await start();
  expect(await store(basic)).toEqual(["basic_text", true]);
  expect(await unseal(basic, await seal(basic, "x"))).toMatchObject({ result: "x" });
  await basic.close();
  const failure =
    "Error: Error while encrypting the text provided to safeStorage.encryptStringAsync.";
  for (const [choice, available] of [
    ["none", false],
    ["refuses", true],
  ] as const) {
    const { app } = await start({ STANDIN_KEY_STORE: choice });
    expect(await store(app)).toEqual(["gnome_libsecret", available]);
    expect(await seal(app, "x")).toBe(failure);
    await app.close();
  }
  const { app: silent } = await start({ STANDIN_KEY_STORE: "hangs" });
  const outcome = await silent.evaluate(({ safeStorage }) =>
    Promise.race([
      safeStorage.isAsyncEncryptionAvailable(),
      safeStorage.encryptStringAsync("x"),
      new Promise((resolve) => setTimeout(resolve, 200, "silence")),
    ]),
  );
  expect(outcome).toBe("silence");
});
