import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { call } from "#api/testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";
import { openCommandChannel, sendCommand } from "./command-channel.ts";

let portal: TestPortal;
let dataDir: string;
let origin: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ringside-channel-"));
  portal = await createTestPortal({ dataDir });
  origin = await portal.app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  await portal.close();
  await rm(dataDir, { recursive: true, force: true });
});

const file = () => join(dataDir, "command-credential.json");
const list = { command: "list" };
const send = (command: unknown) => sendCommand(dataDir, "users", command);
const post = (credential?: string) =>
  call(portal, "POST", "/commands/users", {
    body: list,
    headers: credential === undefined ? {} : { "x-command-credential": credential },
  });

test("A command reaches the running API with a credential that only the owner of the data folder can read", async () => {
  await openCommandChannel(portal.app, origin);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(["command-credential.json"]);
  expect(await send(list)).toEqual([expect.stringMatching(/^ADDRESS/)]);
});

test("A refusal is reported with the message of the API", async () => {
  await openCommandChannel(portal.app, origin);
  const reset = send({ command: "reset", email: "nobody@example.com" });
  await expect(reset).rejects.toThrow("No account has confirmed the address nobody@example.com.");
  await expect(send({ command: "explode" })).rejects.toThrow("Please check");
});

test("Without the credential the address is a 404", async () => {
  const closed = await post("");
  await openCommandChannel(portal.app, origin);
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
  expect((await call(portal, "GET", "/openapi.json")).text).not.toContain("commands");
});

test("Closing the channel removes the credential, and a copy of it no longer works", async () => {
  const close = await openCommandChannel(portal.app, origin);
  const { token } = JSON.parse(await readFile(file(), "utf8"));
  await close();
  expect(await readdir(dataDir)).toEqual([]);
  expect((await post(token)).status).toBe(404);
  expect(await send(list)).toBeNull();
});

test("Closing does not remove the credential of another process", async () => {
  const close = await openCommandChannel(portal.app, origin);
  const foreign = JSON.stringify({ origin, token: "y".repeat(43) });
  await writeFile(file(), foreign);
  await close();
  expect(await readFile(file(), "utf8")).toBe(foreign);
});

test("A credential that a crashed process left behind means that no API is running", async () => {
  await portal.app.close();
  await writeFile(file(), JSON.stringify({ origin, token: "y".repeat(43) }));
  expect(await send(list)).toBeNull();
  await writeFile(file(), `{"orig`);
  expect(await send(list)).toBeNull();
});

test("Another program at the address gets neither the credential nor the command", async () => {
  await portal.app.close();
  const token = "y".repeat(43);
  const answers = [
    [200, { proof: "x".repeat(43) }],
    [200, { lines: ["Done."] }],
    [404, {}],
    [307, {}],
  ] as const;
  const heard: string[] = [];
  let answer: (typeof answers)[number] = answers[0];
  const other = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    request.on("data", (chunk: Buffer) => heard.push(String(chunk)));
    request.on("end", () => {
      const [status, body] = answer;
      response.writeHead(status, { location: "/api/commands/users" }).end(JSON.stringify(body));
    });
  }).listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo; // listens on a port
  await writeFile(file(), JSON.stringify({ origin: `http://127.0.0.1:${port}`, token }));
  const secret = {
    command: "add",
    email: "a@example.com",
    name: "A",
    roles: [],
    password: "hunter2!",
  };
  for (answer of answers) await send(secret).catch(() => null);
  other.close();
  expect(heard.length).toBeGreaterThanOrEqual(answers.length);
  expect(heard.join("\n")).not.toMatch(/yyyy|hunter2|a@example/);
});

test("Only a portal that accepts commands proves itself, and only for a challenge", async () => {
  const prove = (challenge: string) =>
    call(portal, "POST", "/commands/proof", { body: { challenge } });
  expect((await prove("x".repeat(43))).status).toBe(404);
  await openCommandChannel(portal.app, origin);
  expect((await prove("x")).status).toBe(400);
  const [one, other] = [await prove("x".repeat(43)), await prove("y".repeat(43))];
  expect([one.status, one.body.proof === other.body.proof]).toEqual([200, false]);
});
