import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { signUpSchema } from "#shared/api/sign-in.ts";
import { termsVersion } from "#api/testing/terms-version.ts";
import { failToStart, startApiProcess } from "#api/testing/api-process.ts";
import { createOwnDatabase, type OwnDatabase } from "#api/testing/own-database.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";

// Every process loads the whole API, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const databaseServer = inject("databaseUrl");
const users = fileURLToPath(new URL("users.ts", import.meta.url));
const password = "a password of the demo";
const demo = { SEED_DEMO: "1", DEMO_PASSWORD: password };
const real = { SEED_DEMO: "0" };

let folder: TemporaryFolder;
let database: OwnDatabase | null = null;
let place: Record<string, string>;
beforeAll(async () => {
  folder = await temporaryFolder();
  database = databaseServer === null ? null : await createOwnDatabase(databaseServer);
  place = { DATA_DIR: `${folder.path}/data`, ...(database && { DATABASE_URL: database.url }) };
});
afterAll(async () => {
  await database?.drop();
  await folder.remove();
});

describe("a start in demo mode", () => {
  test.each([
    ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "sk_live_123abc" }],
    ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "sk_test_123abc" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://portal.example.com" }],
    ["HOST", { HOST: "0.0.0.0" }],
  ])("ends with one sentence beside %s of %j", async (name, environment) => {
    const { code, stderrText } = await failToStart({ ...place, SEED_DEMO: "1", ...environment });
    expect(code).toBe(1);
    expect(stderrText).toMatch(
      new RegExp(`^The environment variable ${name} .* in demo mode.*\\n$`),
    );
    expect(stderrText).not.toContain("123abc");
  });
});

const post = (origin: string, path: string, body: unknown) =>
  fetch(`${origin}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const logIn = async (origin: string, email: string, as = password) =>
  (await post(origin, "/login", { email, password: as })).status;

/** Registers an address that belongs to somebody else, with the code that is on screen. */
async function register(origin: string, email: string): Promise<void> {
  const form = { name: "Somebody", email, password, termsVersion: await termsVersion() };
  const begun = await post(origin, "/register", { ...form, language: "en" });
  const { id, testCode: code } = signUpSchema.parse(await begun.json());
  expect(code).toMatch(/^\d{6}$/);
  expect((await post(origin, `/register/${id}/code`, { code })).status).toBe(201);
}

const type = (...args: string[]) =>
  promisify(execFile)(process.execPath, [users, ...args], {
    env: { PATH: process.env["PATH"], ...place, ...real },
  });

test("A demo becomes a real portal only without the accounts that were made in it", async () => {
  let api = await startApiProcess({ ...place, ...demo });
  const made = ["admin@example.com", "owner@portal.example"];
  await register(api.origin, "owner@portal.example");
  const added = await type("add", "editor@portal.example");
  const editorsPassword = / once\): (\S+)/.exec(added.stdout)?.[1];
  await api.kill("SIGTERM");

  const { code, stderrText } = await failToStart({ ...place, ...real });
  expect(code).toBe(1);
  expect(stderrText).toMatch(/^This database has accounts that were made in demo mode.*\n$/);
  for (const email of made) expect(stderrText).toContain(email);
  expect(stderrText).toContain("npm run users -- remove-demo");

  const { stdout } = await type("remove-demo");
  for (const email of made) expect(stdout).toContain(`Removed ${email}.`);
  expect(stdout).toContain("Ended the discount code WELCOME10.");
  api = await startApiProcess({ ...place, ...real });
  try {
    for (const email of made) expect(await logIn(api.origin, email)).toBe(401);
    expect(await logIn(api.origin, "editor@portal.example", editorsPassword)).toBe(200);
  } finally {
    await api.kill("SIGTERM");
  }
});
