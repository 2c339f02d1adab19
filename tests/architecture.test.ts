import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Who may import whom: the first rule whose `from` matches a file decides. `to` matches what it
 * may import of ours, besides its own folder; `packages` what it may import from node_modules.
 */
type Rule = { from: RegExp; to: RegExp; packages?: RegExp };

const shared = String.raw`src-shared/`;
const testing = /\.test\.tsx?$|^tests\/|\/testing\/|^[^/]+\.config\.ts$/;

const rules: Rule[] = [
  { from: testing, to: /./ },
  { from: /^src-shared\//, to: /^src-shared\//, packages: /^zod\/mini$/ },
  {
    from: /^src-renderer\/(app\/|main\.tsx)/,
    to: new RegExp(`^(src-renderer|resources/(brand|art)|${shared})`),
  },
  {
    from: /^src-renderer\/features\/([^/]+)\//,
    to: new RegExp(
      `^(src-renderer/(features/$1|components|session|purchase|preferences|api-client|platform|flags|i18n|theme)/|resources/(brand|art)/|${shared})`,
    ),
  },
  {
    from: /^src-renderer\/components\//,
    to: new RegExp(
      `^(src-renderer/(components|platform|i18n|theme)/|resources/(brand|art)/|${shared})`,
    ),
  },
  {
    from: /^src-renderer\/(session|purchase|preferences)\//,
    to: new RegExp(`^(src-renderer/(session|purchase|preferences|api-client|platform)/|${shared})`),
  },
  {
    from: /^src-renderer\/flags\//,
    to: new RegExp(`^(src-renderer/(flags|api-client|platform|session)/|${shared})`),
  },
  {
    from: /^src-renderer\/(api-client|platform)\//,
    to: new RegExp(`^(src-renderer/$1/|${shared})`),
  },
  {
    from: /^src-renderer\/i18n\//,
    to: new RegExp(`^(src-renderer/(i18n|platform)/|locales/|resources/brand/|${shared})`),
  },
  {
    from: /^src-renderer\/theme\//,
    to: new RegExp(`^(src-renderer/theme/|resources/brand/|${shared})`),
  },
  { from: /^src-api\/database\/migrations\//, to: /^$/ },
  {
    from: /^src-api\//,
    to: new RegExp(`^(src-api/|locales/|resources/|package.json$|${shared})`),
    packages: /^(?!electron|react|@fluentui)/,
  },
  {
    from: /^src-(main|preload)\//,
    to: new RegExp(`^(src-$1/|locales/|resources/brand/|${shared})`),
  },
  { from: /^resources\//, to: /^resources\// },
];

const files = globSync(["src-*/**/*.{ts,tsx}", "resources/**/*.ts", "tests/**/*.ts", "*.ts"], {
  cwd: root,
}).map((file) => normalize(file).replaceAll("\\", "/"));

const importPattern =
  /(?:^|[\s;}])(?:import|export)\s*(?:[^"'();]*?from\s*)?["']([^"']+)["']|import\(\s*["']([^"']+)["']/g;

const importsOf = (file: string) =>
  [...readFileSync(join(root, file), "utf8").matchAll(importPattern)].map(
    (match) => match[1] ?? match[2] ?? "",
  );

/** The rule's target, with `$1` as what its `from` captured: a feature may import itself. */
const targetOf = (rule: Rule, file: string) =>
  new RegExp(rule.to.source.replaceAll("$1", rule.from.exec(file)?.[1] ?? ""));

/** What a file imports against the rules, as readable lines. */
function offences(file: string, imports = importsOf(file)): string[] {
  const rule = rules.find(({ from }) => from.test(file));
  if (!rule) return [`${file}: no rule covers this file`];
  const target = targetOf(rule, file);
  return imports.flatMap((specifier) => {
    if (!specifier.startsWith(".")) {
      return rule.packages && !rule.packages.test(specifier) && !specifier.startsWith("node:")
        ? [`${file} imports the package ${specifier}`]
        : [];
    }
    const path = relative(root, join(root, dirname(file), specifier.split("?")[0] ?? ""));
    return target.test(path.replaceAll("\\", "/")) ? [] : [`${file} imports ${path}`];
  });
}

describe("who may import whom", () => {
  it("finds the sources", () => {
    expect(files.length).toBeGreaterThan(150);
    expect(importsOf("src-renderer/app/router.tsx")).toContain("./guards.tsx");
  });

  it.each([
    ["src-renderer/features/library/x.ts", "../billing/y.ts"],
    ["src-renderer/features/library/x.ts", "../../app/menus.ts"],
    ["src-renderer/components/x.tsx", "../session/session-store.ts"],
    ["src-renderer/session/x.ts", "../flags/flag-store.ts"],
    ["src-renderer/api-client/x.ts", "../platform/platform.ts"],
    ["src-api/modules/x/routes.ts", "../../../src-renderer/main.tsx"],
    ["src-shared/x.ts", "react"],
    ["src-new-process/x.ts", "react"],
  ])("refuses that %s imports %s", (file, specifier) => {
    expect(offences(file, [specifier])).toHaveLength(1);
  });

  it("holds in every file", () => {
    expect(files.flatMap((file) => offences(file))).toEqual([]);
  });

  it("keeps the bridge behind the platform", () => {
    const readers = files.filter(
      (file) =>
        file.startsWith("src-renderer/") &&
        !file.startsWith("src-renderer/platform/") &&
        readFileSync(join(root, file), "utf8").includes("portalBridge"),
    );
    expect(readers).toEqual([]);
  });

  it("touches storage in the platform only", () => {
    const users = files.filter(
      (file) =>
        file.startsWith("src-renderer/") &&
        !file.startsWith("src-renderer/platform/") &&
        !testing.test(file) &&
        /\b(localStorage|sessionStorage|indexedDB)\b/.test(readFileSync(join(root, file), "utf8")),
    );
    expect(users).toEqual([]);
  });
});
