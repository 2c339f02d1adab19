import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { call } from "../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { openCommandChannel, sendCommand } from "./command-channel.ts";

let it: TestPortal;
let dataDir: string;
let origin: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ringside-channel-"));
  it = await createTestPortal({ dataDir });
  origin = await it.app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  await it.close();
  await rm(dataDir, { recursive: true, force: true });
});

const file = () => join(dataDir, "command-credential.json");
const list = { command: "list" };
const send = (command: unknown) => sendCommand(dataDir, "users", command);
const post = (credential?: string) =>
  call(it, "POST", "/commands/users", {
    body: list,
    headers: credential === undefined ? {} : { "x-command-credential": credential },
  });

test("A command reaches the running API with what only the owner of the data folder can read", async () => {
  await openCommandChannel(it.app, origin);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(["command-credential.json"]);
  expect(await send(list)).toEqual([expect.stringMatching(/^ADDRESS/)]);
});

test("What the API refuses is told in its words", async () => {
  await openCommandChannel(it.app, origin);
  const reset = send({ command: "reset", email: "nobody@example.com" });
  await expect(reset).rejects.toThrow("No account has proven the address nobody@example.com.");
  await expect(send({ command: "explode" })).rejects.toThrow("Please check");
});

test("There is nothing at the address for anybody else", async () => {
  const closed = await post("");
  await openCommandChannel(it.app, origin);
  const { token } = JSON.parse(await readFile(file(), "utf8"));
  for (const answer of [
    closed,
    await post(),
    await post(""),
    await post(`${token.slice(0, -1)}!`),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { code: "not-found" } });
  }
  expect((await post(token)).status).toBe(200);
  expect((await call(it, "GET", "/openapi.json")).text).not.toContain("commands");
});

test("Closing the channel takes the credential away, and its copy is worthless", async () => {
  const close = await openCommandChannel(it.app, origin);
  const { token } = JSON.parse(await readFile(file(), "utf8"));
  await close();
  expect(await readdir(dataDir)).toEqual([]);
  expect((await post(token)).status).toBe(404);
  expect(await send(list)).toBeNull();
});

test("Closing leaves the credential of another process alone", async () => {
  const close = await openCommandChannel(it.app, origin);
  const foreign = JSON.stringify({ origin, token: "y".repeat(43) });
  await writeFile(file(), foreign);
  await close();
  expect(await readFile(file(), "utf8")).toBe(foreign);
});

test("A credential left behind by a crash counts as no API", async () => {
  await it.app.close();
  await writeFile(file(), JSON.stringify({ origin, token: "y".repeat(43) }));
  expect(await send(list)).toBeNull();
  await writeFile(file(), `{"orig`);
  expect(await send(list)).toBeNull();
});
