import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";

const folder = await forFile(temporaryFolder());
const command = fileURLToPath(new URL("mail.ts", import.meta.url));

/** Runs `npm run mail -- …` with these settings only. Returns its exit code and output. */
const run = (settings: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: unknown; output: string; errors: string }>((ended) => {
    const env = { PATH: process.env["PATH"], DATA_DIR: folder.path, ...settings };
    execFile(process.execPath, [command, ...args], { env }, (error, output, errors) =>
      ended({ code: error ? error.code : 0, output, errors }),
    );
  });

test("npm run mail -- test says where the mail went, without a portal that was started", async () => {
  const { code, output } = await run({}, "test", "you@example.com");
  expect(output).toMatch(
    new RegExp(
      `^No e-mail server is set .*: the mail was written to ${folder.path}/outbox/.*\\.eml\n$`,
    ),
  );
  expect(code).toBe(0);
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
