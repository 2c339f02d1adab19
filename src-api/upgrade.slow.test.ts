import { cp, readFile, symlink } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { startApiProcess } from "./testing/api-process.ts";
import { createOwnDatabase, type OwnDatabase } from "./testing/own-database.ts";
import { prepareDataFolder } from "./testing/migrated-folder.ts";
import { sampleContent } from "./testing/sample-content.ts";
import { temporaryFolder, type TemporaryFolder } from "./testing/temporary-folder.ts";

// The interface is built twice.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 900_000 });

const root = fileURLToPath(new URL("..", import.meta.url));
const databaseServer = inject("databaseUrl");

let folder: TemporaryFolder;
let database: OwnDatabase | null = null;
let former: Awaited<ReturnType<typeof serve>>;
let upgraded: typeof former;

/** Changes a file in the temporary folder. */
async function change(file: string, replacements: Record<string, string>): Promise<void> {
  let text = await readFile(`${folder.path}/${file}`, "utf8");
  for (const [part, next] of Object.entries(replacements)) {
    expect(text).toContain(part);
    text = text.replaceAll(part, next);
  }
  await folder.write({ [file]: text });
}

/** Copies the code without what is built or installed in it; the copy uses the same packages. */
async function checkOut(name: string): Promise<void> {
  const skipped = new Set(["node_modules", "dist", ".git", ".data", ".cache", "test-results"]);
  const filter = (path: string) => !skipped.has(basename(path));
  await cp(root, `${folder.path}/${name}`, { recursive: true, filter });
  await symlink(`${root}/node_modules`, `${folder.path}/${name}/node_modules`);
}

const terms = "/terms-and-conditions";
const pages = ["/", "/?lang=pl", "/memberships", "/about", terms, "/articles", "/contact"];
const files = ["/manifest.webmanifest", "/feed.atom", "/favicon.svg"];
const api = ["/api/catalogue", "/api/content/articles"];

/** Hashes of built code, which depend on the folder that it was built in: in its names, and in the name of the build. */
const hashes = /-[\w-]{8}(?=\.(js|css)\b)|(?<=name="build" content=")\w+/g;

/** Starts a checkout with the settings of the installation, and returns what it serves and prints until then. */
async function serve(name: string) {
  const script = `${folder.path}/${name}/src-api/cli/start.ts`;
  // In the environment, where that of the tests would win over the file of settings.
  const environment = { NODE_ENV: "production", DATABASE_URL: database?.url ?? "" };
  const portal = await startApiProcess(environment, [
    script,
    "--env-file",
    `${folder.path}/installation/ringside.env`,
  ]);
  try {
    const served: Record<string, string> = {};
    for (const path of [...pages, ...files, ...api]) {
      const answer = await fetch(portal.origin + path);
      expect(answer.status, path).toBe(200);
      served[path] = (await answer.text()).replaceAll(hashes, "");
    }
    return { served, printed: portal.printed.join("\n") };
  } finally {
    await portal.kill("SIGTERM");
  }
}

beforeAll(async () => {
  folder = await temporaryFolder();
  database = databaseServer === null ? null : await createOwnDatabase(databaseServer);
  await prepareDataFolder(`${folder.path}/installation/data`);
  await cp(`${root}/resources/brand`, `${folder.path}/installation/brand`, { recursive: true });
  for (const [name, content] of Object.entries(sampleContent)) {
    await folder.write({ [`installation/content/${name}`]: content });
  }
  const settings = {
    BRAND_DIR: "brand",
    CONTENT_DIR: "content",
    DATA_DIR: "data",
    SEED_DEMO: "0",
    PAYMENTS: "sandbox",
    PUBLIC_URL: "http://portal.test",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await folder.write({ "installation/ringside.env": lines.join("") });
  await change("installation/brand/brand.json", {
    '"Ringside"': '"Hundeplatz"',
    "Ringside Media s.c.": "Hundeplatz GmbH",
    "#2b715a": "#8f2b2b",
    "#faf7f0": "#fafaf0",
  });
  await change("installation/brand/en.json", {
    "Dog sport for agility, rally and obedience": "A dog school in Berlin",
  });
  await change("installation/brand/catalogue.json", { '"price": 900,': '"price": 1234,' });
  await checkOut("first");
  await checkOut("second");
  await change("second/resources/brand/brand.json", { Ringside: "Upstream", "#2b715a": "#111111" });
  await change("second/resources/brand/catalogue.json", { '"price": 900,': '"price": 4321,' });
  await change("second/resources/brand/legal/terms.en.md", { "{{owner}}": "Upstream Ltd" });
  await folder.write({ "second/resources/content/articles": null });
  former = await serve("first");
  upgraded = await serve("second");
});
afterAll(async () => {
  await database?.drop();
  await folder.remove();
});

/** Returns the texts that are not in what was served, with their paths. */
const lacking = (served: Record<string, string>, texts: [path: string, text: string][]) =>
  texts.filter(([path, text]) => !served[path]?.includes(text));

test("A new checkout, whose brand and content differ, serves the installation as the former one did", () => {
  expect(
    lacking(former.served, [
      ["/", "<title>A dog school in Berlin · Hundeplatz"],
      ["/", 'data-light="#fafaf0"'],
      ["/memberships", "€12.34"],
      ["/memberships", '"name":"Hundeplatz GmbH"'],
      [terms, "Hundeplatz GmbH"],
      ["/articles", "Weave entries"],
      ["/manifest.webmanifest", '"Hundeplatz"'],
      ["/api/catalogue", '"amount":1234'],
    ]),
  ).toEqual([]);
  const paths = Object.keys(former.served);
  expect(paths.filter((path) => former.served[path]?.includes("Ringside"))).toEqual([]);
  expect(paths.filter((path) => former.served[path] !== upgraded.served[path])).toEqual([]);
});

test("A start takes over other prices and another brand by itself, and builds nothing", async () => {
  await change("installation/brand/catalogue.json", { '"price": 1234,': '"price": 1150,' });
  await change("installation/brand/brand.json", { Hundeplatz: "Pfotenring", "#fafaf0": "#f0f0fa" });
  await change("installation/brand/legal/terms.en.md", { "{{owner}}": "Pfotenring KG" });
  const { served, printed } = await serve("second");
  expect(printed).not.toContain("Building");
  expect(
    lacking(served, [
      ["/memberships", "€11.50"],
      ["/", "· Pfotenring"],
      ["/", 'data-light="#f0f0fa"'],
      [terms, "Pfotenring KG"],
      ["/manifest.webmanifest", '"Pfotenring"'],
    ]),
  ).toEqual([]);
});
