import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";

const advisory = (severity: string) => ({
  id: 1,
  name: "fastify",
  title: "Answers too much",
  url: "https://github.com/advisories/GHSA-1",
  severity,
  vulnerable_versions: ">=0.0.0",
  cwe: [],
  cvss: { score: 9 },
});

let server: Server | null = null;
let cache: TemporaryFolder;
// npm caches advisories.
beforeEach(async () => (cache = await temporaryFolder()));
afterEach(async () => {
  server?.close();
  await cache.remove();
});

/** Runs the audit against a registry with the given answer to audits. */
async function auditWith(status: number, answer: object) {
  server = createServer((request, response) => {
    request.resume();
    const found = request.url === "/-/npm/v1/security/advisories/bulk";
    response.writeHead(found ? status : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(found ? answer : {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  const script = fileURLToPath(new URL("audit.ts", import.meta.url));
  const run = spawn(process.execPath, [script], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}`,
      npm_config_cache: cache.path,
      npm_config_fetch_retries: "0",
    },
  });
  const [output, errors] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    once(run, "close"),
  ]);
  return { code: run.exitCode, output: output + errors };
}

describe("the audit", () => {
  it("fails on a severe vulnerability in a delivered package, and names it", async () => {
    const { code, output } = await auditWith(200, { fastify: [advisory("high")] });
    expect(output).toContain("https://github.com/advisories/GHSA-1");
    expect(code).toBe(1);
  });

  it("prints that it was skipped when the registry does not support audits", async () => {
    const { code, output } = await auditWith(405, {});
    expect([code, output]).toEqual([0, expect.stringContaining("SKIPPED")]);
  });
});
