import { execFile } from "node:child_process";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = join(root, "node_modules/secretlint/bin/secretlint.js");

/** Scans the files below a folder that git does not ignore; returns exit code and findings. */
const scan = (folder: string) =>
  new Promise<{ code: number; findings: string }>((resolve) => {
    const options = ["--secretlintrc", join(root, ".secretlintrc.json")];
    const ignored = ["--secretlintignore", join(root, ".gitignore")];
    const run = [program, ...options, ...ignored, "--no-color", "**/*"];
    const child = execFile(process.execPath, run, { cwd: folder }, (_, out, failure) =>
      resolve({ code: child.exitCode ?? -1, findings: out + failure }),
    );
  });

const letters = (count: number) => "aB3dE5fG7h".repeat(10).slice(0, count);
const exported = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();

// Assembled at run time: otherwise the scan would find them in this file.
const planted = {
  "short-key.ts": exported(generateKeyPairSync("ed25519").privateKey),
  "long-key.md": exported(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey),
  "github.ts": `ghp_${letters(36)}`,
  ".github/stripe.yml": `sk_live_${letters(32)}`,
  ".ci/database": `postgres://portal:${letters(12)}@db.example.com/x`,
  ".npmrc": `//packages.example.com/:_authToken=npm_${letters(36)}`,
  ".env": "PORT=4000",
  "keys/update.pem": "",
};

describe("the scan for secrets", () => {
  it("finds none in the repository", async () => {
    expect(await scan(root)).toEqual({ code: 0, findings: "" });
  });

  it("finds keys, tokens and passwords in URLs, also in hidden files", async () => {
    const folder = await temporaryFolder();
    await folder.write({ ...planted, "innocent.ts": "export const one = 1;\n" });
    const { code, findings } = await scan(folder.path);
    await folder.remove();
    expect(code).toBe(1);
    expect(Object.keys(planted).filter((file) => !findings.includes(`/${file}\n`))).toEqual([]);
    expect(findings).not.toContain("innocent");
  });
});
