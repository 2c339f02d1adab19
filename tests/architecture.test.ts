import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Checks the folders of a tree with the rules of this repository; reports violations as JSON. */
const depcruise = (cwd: string) =>
  promisify(execFile)(
    process.execPath,
    [
      join(root, "node_modules/.bin/depcruise"),
      `--config=${join(root, ".dependency-cruiser.mjs")}`,
      "--output-type=json",
      ...globSync("src-*", { cwd }),
    ],
    { cwd, maxBuffer: 64 * 1024 * 1024 },
  );

/**
 * Imports that must be refused, each by a rule: a file, its import, and the path or package of that
 * import.
 */
const refused = [
  [
    "src-renderer/features/reading/a.ts",
    "../billing/index.ts",
    "src-renderer/features/billing/index.ts",
  ],
  ["src-renderer/features/billing/ad.ts", "../reading/b.ts", "src-renderer/features/reading/b.ts"],
  ["src-renderer/features/reading/c.ts", "../../app/menus.ts", "src-renderer/app/menus.ts"],
  [
    "src-renderer/features/new-feature/ae.ts",
    "../dogs/index.ts",
    "src-renderer/features/dogs/index.ts",
  ],
  ["src-renderer/app/af.ts", "../features/dogs/ag.ts", "src-renderer/features/dogs/ag.ts"],
  ["src-renderer/components/d.ts", "../session/e.ts", "src-renderer/session/e.ts"],
  ["src-renderer/session/f.ts", "../flags/g.ts", "src-renderer/flags/g.ts"],
  ["src-renderer/api-client/h.ts", "../platform/i.ts", "src-renderer/platform/i.ts"],
  ["src-main/j.ts", "../src-renderer/main.tsx", "src-renderer/main.tsx"],
  ["src-preload/k.ts", "../src-main/l.ts", "src-main/l.ts"],
  ["src-api/modules/contact/m.ts", "../../../src-renderer/main.tsx", "src-renderer/main.tsx"],
  ["src-api/modules/contact/n.ts", "../sales/o.ts", "src-api/modules/sales/o.ts"],
  [
    "src-api/modules/accounts/session-store.ts",
    "../ledger/module.ts",
    "src-api/modules/ledger/module.ts",
  ],
  [
    "src-api/modules/membership/membership-store.ts",
    "../accounts/schema.ts",
    "src-api/modules/accounts/schema.ts",
  ],
  ["src-api/modules/new-module/y.ts", "../flags/module.ts", "src-api/modules/flags/module.ts"],
  ["src-api/http/p.ts", "../modules/contact/module.ts", "src-api/modules/contact/module.ts"],
  ["src-api/infra/q.ts", "../http/r.ts", "src-api/http/r.ts"],
  ["src-api/modules/contact/t-store.ts", "drizzle-orm", null],
  ["src-api/u.ts", "react", null],
  ["src-shared/v.ts", "axios", null],
  ["src-new-process/w.ts", "../src-shared/x.ts", "src-shared/x.ts"],
  ["src-shared/cycle-a.ts", "./cycle-b.ts", "src-shared/cycle-b.ts"],
] as const;

/** Imports that must be allowed: rules that refuse everything would pass the other tests. */
const allowed = [
  [
    "src-renderer/features/billing/ah.ts",
    "../reading/index.ts",
    "src-renderer/features/reading/index.ts",
  ],
  [
    "src-renderer/features/reading/aa.ts",
    "../../components/ab.ts",
    "src-renderer/components/ab.ts",
  ],
  [
    "src-api/modules/membership/schema.ts",
    "../accounts/schema.ts",
    "src-api/modules/accounts/schema.ts",
  ],
  ["src-api/modules/contact/ac.ts", "../sales/module.ts", "src-api/modules/sales/module.ts"],
  ["src-api/modules/contact/schema.ts", "drizzle-orm", null],
  [
    "src-api/modules/contact/contact-store.ts",
    "../../infra/database/drizzle.ts",
    "src-api/infra/database/drizzle.ts",
  ],
  ["src-api/modules/contact/contact-routes.ts", "fastify", null],
] as const;

describe("import rules", () => {
  let folder: string;
  let violations: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "imports-"));
    const write = async (path: string, text: string) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    };
    for (const [, , target] of [...refused, ...allowed])
      if (target) await write(target, "export {};");
    for (const [file, specifier] of [...refused, ...allowed]) {
      await write(file, `import "${specifier}";\n`);
    }
    await write("src-shared/cycle-b.ts", 'import "./cycle-a.ts";\n');
    for (const name of ["fastify", "drizzle-orm", "react", "axios"]) {
      await cp(join(root, "node_modules", name), join(folder, "node_modules", name), {
        recursive: true,
        filter: (path) => !path.includes(`${name}/node_modules`),
      });
    }
    const { stdout } = await depcruise(folder);
    const { summary } = JSON.parse(stdout) as ICruiseResult; // documented for this output type
    violations = summary.violations.map(({ from }) => from);
  });

  afterAll(() => rm(folder, { recursive: true }));

  it.each(refused)("refuses that %s imports %s", (file) => {
    expect(violations).toContain(file);
  });

  it.each(allowed)("lets %s import %s", (file) => {
    expect(violations).not.toContain(file);
  });
});

const rendererFiles = globSync("src-renderer/**/*.{ts,tsx}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !file.startsWith("src-renderer/platform/"));

/** Returns the files of the renderer outside the platform whose text matches. */
const filesWith = (pattern: RegExp) =>
  rendererFiles.filter((file) => pattern.test(readFileSync(join(root, file), "utf8")));

describe("only the platform", () => {
  it("uses the bridge", () => {
    expect(rendererFiles.length).toBeGreaterThan(150);
    expect(filesWith(/portalBridge/)).toEqual([]);
  });

  it("uses the storage", () => {
    const users = filesWith(/\b(localStorage|sessionStorage|indexedDB)\b/);
    // The start script runs before the platform's code has come.
    const startScript = "src-renderer/app/start-script.ts";
    expect(users.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))).toEqual([startScript]);
  });
});
