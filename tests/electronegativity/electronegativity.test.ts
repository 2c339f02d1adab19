import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import config from "../../electron.vite.config.ts";
import { baseline } from "./baseline.ts";
import { buildForScan } from "./build-for-scan.ts";
import { scan, sorted, type ScanResult } from "./scan.ts";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
let folder = "";

beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "electronegativity-"))));
afterAll(() => rm(folder, { recursive: true }));

/** Entry files of the shell: main and preload. */
function entries(): string[] {
  const { main, preload } = config({ command: "build", mode: "desktop" });
  return [main, preload].map((section) => {
    const input = section?.build?.rolldownOptions?.input;
    if (typeof input !== "string") throw new Error("A part of the shell has more than one entry.");
    return input;
  });
}

describe("the desktop app", () => {
  let result: ScanResult;

  beforeAll(async () => {
    const app = join(folder, "app");
    await buildForScan(entries(), app);
    await copyFile(file("../../package.json"), join(app, "package.json"));
    await copyFile(file("../../src-renderer/index.html"), join(app, "index.html"));
    result = await scan(app);
  });

  it("is scanned completely", () => {
    expect(result.errors).toEqual([]);
  });

  it("has exactly the accepted findings", () => {
    expect(result.findings).toEqual(
      sorted(baseline.map(({ check, file: path, code }) => ({ check, file: path, code }))),
    );
  });
});

describe("a sample without protections", () => {
  let result: ScanResult;

  beforeAll(async () => {
    const sample = join(folder, "sample");
    await buildForScan([file("bad-sample/main.ts")], sample);
    await copyFile(file("bad-sample/page.html"), join(sample, "page.html"));
    await writeFile(join(sample, "young.js"), "export class Young { #field = 1; }\n");
    result = await scan(sample);
  });

  it("has findings", () => {
    expect(result.findings.map(({ check }) => check).toSorted()).toEqual([
      "ALLOWPOPUPS_HTML_CHECK",
      "AUXCLICK_HTML_CHECK",
      "AUXCLICK_JS_CHECK",
      "CONTEXT_ISOLATION_JS_CHECK",
      "CSP_GLOBAL_CHECK",
      "CUSTOM_ARGUMENTS_JS_CHECK",
      "HTTP_RESOURCES_HTML_CHECK",
      "HTTP_RESOURCES_JS_CHECK",
      "HTTP_RESOURCES_WITH_NODE_INTEGRATION_GLOBAL_CHECK",
      "INSECURE_CONTENT_JS_CHECK",
      "LIMIT_NAVIGATION_GLOBAL_CHECK",
      "NODE_INTEGRATION_HTML_CHECK",
      "NODE_INTEGRATION_JS_CHECK",
      "OPEN_EXTERNAL_JS_CHECK",
      "PERMISSION_REQUEST_HANDLER_GLOBAL_CHECK",
      "SANDBOX_JS_CHECK",
      "WEB_SECURITY_JS_CHECK",
    ]);
  });

  it("reports files that the parser cannot read", () => {
    expect(result.errors.map(({ file: path }) => basename(path))).toEqual(["young.js"]);
  });
});
