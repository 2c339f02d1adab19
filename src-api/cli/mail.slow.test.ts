import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readConfig } from "#api/config.ts";
import { startServer } from "#api/server.ts";
import { changeSeller } from "#api/testing/change-seller.ts";
import { forFile } from "#api/testing/for-file.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";

const folder = await forFile(temporaryFolder());

/** Runs a command with these settings only. Returns its exit code and output. */
const runCommand = (name: string, settings: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: unknown; output: string; errors: string }>((ended) => {
    const env = { PATH: process.env["PATH"], DATA_DIR: folder.path, ...settings };
    const command = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
    execFile(process.execPath, [command, ...args], { env }, (error, output, errors) =>
      ended({ code: error ? error.code : 0, output, errors }),
    );
  });

const run = (settings: Record<string, string>, ...args: string[]) =>
  runCommand("mail", settings, ...args);

test("npm run mail -- test says where the mail went, without a portal that was started", async () => {
  const { code, output, errors } = await run({}, "test", "you@example.com");
  expect(output).toMatch(
    new RegExp(
      `^No e-mail server is set .*: the mail was written to ${folder.path}/outbox/.*\\.eml\n$`,
    ),
  );
  expect(code).toBe(0);
  // Before the first start the files are all there is.
  expect(errors).toMatch(/^Portal: .*\n$/);
});

test("npm run mail -- test says why the mail does not have the sender that the database names", async () => {
  const address = Object.assign(new URL("postgres://ada@127.0.0.1:1/portal"), {
    password: "wr0ng-pw",
  });
  const settings = { DATABASE_URL: address.href };
  const { code, output, errors } = await run(settings, "test", "you@example.com");
  expect([code, output]).toEqual([0, expect.stringContaining("the mail was written to")]);
  expect(errors).toMatch(
    /^Portal: .*\nThe settings in the database cannot be read, so the mail names the sender of .*brand\. DATABASE_URL does not work\. No PostgreSQL server answers at 127\.0\.0\.1:1\. .*\n$/,
  );
  expect(errors).not.toContain("wr0ng-pw");
});

test("npm run mail -- test ends with 1 and the sentence that says what to change", async () => {
  const settings = { SMTP_URL: "smtp://ada:wr0ng-pw@127.0.0.1:1" };
  const { code, output, errors } = await run(settings, "test", "you@example.com");
  expect([code, output]).toEqual([1, ""]);
  expect(errors).toContain("The e-mail server 127.0.0.1:1 refuses connections. Correct the port");
  expect(errors).not.toMatch(/wr0ng-pw|\n {4}at /);
});

test("npm run mail -- test refuses what is no address", async () => {
  const { code, errors } = await run({}, "test", "you");
  expect(code).toBe(1);
  expect(errors).toContain("Name an e-mail address.");
});

test("commands have name, seller and time zone of the settings in the database, whether the portal runs or not; with BRAND_DIR those of the files", async () => {
  const place = { DATA_DIR: join(folder.path, "portal"), SEED_DEMO: "0" };
  const config = readConfig({ ...place, PORT: "0", LOG_LEVEL: "silent" });
  const sentBy = async (settings: Record<string, string> = {}) => {
    const sent = await run({ ...place, ...settings }, "test", "you@example.com");
    expect(sent.errors).toMatch(/^Portal: .*\n$/);
    const outbox = join(place.DATA_DIR, "outbox");
    const [newest = ""] = (await readdir(outbox)).toSorted().toReversed();
    return /^From: (.*)$/m.exec(await readFile(join(outbox, newest), "utf8"))?.[1]?.trim();
  };
  const backupIn = async (name: string) => {
    await folder.write({ [`${name}/.keep`]: "" });
    const { output } = await runCommand("backup", place, join(folder.path, name));
    return /portal-.*\.tar/.exec(output)?.[0];
  };
  expect(await sentBy()).toBe("Ringside <hello@ringside.example>");
  const server = await startServer(config, { rendererFolder: null });
  const seller = { name: "Crumb", contactEmail: "hello@crumb.example" };
  const own = "Crumb <hello@crumb.example>";
  const brandDir = join(folder.path, "brand");
  try {
    await changeSeller(server.portal, { ...seller, timeZone: "Asia/Kathmandu" });
    expect(await sentBy()).toBe(own);
    const exported = await runCommand("portal", place, "export", brandDir);
    expect([exported.code, exported.output]).toEqual([0, expect.stringContaining(brandDir)]);
  } finally {
    await server.close();
  }
  expect(await sentBy()).toBe(own);
  expect(await backupIn("stopped")).toMatch(/\+0545\.tar$/);
  const file = join(brandDir, "brand.json");
  await folder.write({
    "brand/brand.json": (await readFile(file, "utf8")).replace('"Crumb"', '"Crust"'),
  });
  expect(await sentBy({ BRAND_DIR: brandDir })).toBe("Crust <hello@crumb.example>");
  const again = await runCommand("portal", place, "export", brandDir);
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining("is not empty")]);
}, 240_000);
