import { cp, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import en from "#resources/brand/en.json" with { type: "json" };
import { brandSchema } from "#shared/brand.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { defaultBrandDir, parseBrandFile, readBrand } from "./brand.ts";
import { explainFailure } from "./cli/explain-failure.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const parse = (source: string) => parseBrandFile("brand.json", source, brandSchema);
const own: Record<string, unknown> = JSON.parse(
  await readFile(`${defaultBrandDir}/brand.json`, "utf8"),
);

/** Returns what a build or a start says about a brand with these changes. */
function refusalOf(changes: Record<string, unknown>): string | null {
  try {
    parse(JSON.stringify({ ...own, ...changes }));
    return null;
  } catch (error) {
    return explainFailure(error, null);
  }
}

test("A brand may have any number of social links", async () => {
  const { social } = await readBrand(defaultBrandDir);
  for (const links of [[], social.slice(1), [...social, ...social]]) {
    expect(refusalOf({ social: links })).toBeNull();
  }
});

test.each([
  [{ contactEmail: "hello" }, "contactEmail: has to be an address such as hello@example.com"],
  [
    { social: [{ name: "A", url: "javascript:alert(1)" }] },
    "social.0.url: has to be an address such as https://example.com",
  ],
  [
    { social: [{ name: "A", url: "https://example" }] },
    "social.0.url: has to be an address such as https://example.com",
  ],
  [
    { homepage: "http://example.com" },
    "homepage: has to be an address such as https://example.com",
  ],
  [{ country: "XX" }, "country: has to be the two capital letters of a country such as PL"],
  [{ deepLinkScheme: "https" }, "deepLinkScheme: has to be a scheme of its own such as ringside"],
  [
    { colours: { ...(own["colours"] as object), accent: "orange" } },
    "colours.accent: has to be a colour such as #24624d",
  ],
  [
    { colours: { ...(own["colours"] as object), ramp: [] } },
    "colours.ramp: Too small: expected array to have exactly 16 items",
  ],
  [{ timeZone: "Warsaw" }, "timeZone: has to be a time zone such as Europe/Warsaw"],
  [{ name: "" }, "name: has to be a text"],
  [{ name: "  " }, "name: has to be a text"],
  [{ taxId: "" }, "taxId: has to be a text"],
  [
    { kinds: Object.fromEntries(contentKinds.map((kind) => [kind, { hidden: true }])) },
    'kinds: has to leave at least one kind of content shown; remove "hidden" from one of them',
  ],
  [{ taxID: "PL1" }, 'Unrecognized key: "taxID"'],
])("A mistake is named with its file and field: %j", (changes, sentence) => {
  expect(refusalOf(changes)).toBe(`brand.json (BRAND_DIR):\n  ${sentence}`);
});

test("A brand may hide all kinds but one", () => {
  const [shown, ...others] = contentKinds;
  const hidden = others.map((kind) => [kind, { hidden: true }]);
  expect(refusalOf({ kinds: Object.fromEntries(hidden) })).toBeNull();
  const named = { [shown]: { name: { en: "Lessons" } }, ...Object.fromEntries(hidden) };
  expect(refusalOf({ kinds: named })).toBeNull();
});

test("All mistakes are named at once, and a file that is no JSON is, too", () => {
  expect(refusalOf({ owner: 1, address: "" })).toMatch(/\n  owner: .*\n  address: /);
  expect(() => parse('{ "name": ')).toThrow("brand.json (BRAND_DIR) is not JSON: ");
});

test("A folder that is none, and a file that is a folder, are named with the setting", async () => {
  const file = `${defaultBrandDir}/brand.json`;
  await expect(readBrand("/nowhere")).rejects.toThrow("There is no folder /nowhere (BRAND_DIR). ");
  const failure: unknown = await readBrand(file).catch((error: unknown) => error);
  expect(explainFailure(failure, null)).toBe(
    `${file} (BRAND_DIR) is a file, and has to be a folder. Begin with a copy of ${defaultBrandDir}, or remove BRAND_DIR: the demo's brand is used then.`,
  );
  expect(await refusalWith({ "pl.json": null, "pl.json/pl.json": "{}" })).toMatch(
    /^pl\.json \(BRAND_DIR\) cannot be read \(EISDIR\)\. /,
  );
});

/** Returns what is said about a copy of the default brand with other files; null removes one. */
async function refusalWith(files: Record<string, string | null>): Promise<string | null> {
  const folder = await temporaryFolder();
  try {
    await cp(defaultBrandDir, folder.path, { recursive: true });
    await folder.write(files);
    await readBrand(folder.path);
    return null;
  } catch (error) {
    return explainFailure(error, null)?.replaceAll(`${folder.path}/`, "") ?? null;
  } finally {
    await folder.remove();
  }
}

test("Every file that a brand lacks is named; what it sells is up to its catalogue", async () => {
  const lacking = { "icons/og.png": null, "legal/terms.pl.md": null, extras: null };
  expect(await refusalWith(lacking)).toMatch(
    / lacks:\n {2}icons\/og\.png\n {2}legal\/terms\.pl\.md$/,
  );
  expect(await refusalWith({ extras: null, "notes.txt": "Ours" })).toBeNull();
});

test("A sentence that is missing is named with its file and field, and so is an unknown one", async () => {
  const { closing: _, ...about } = en.about;
  expect(await refusalWith({ "pl.json": JSON.stringify({ ...en, about, slogan: "Sit!" }) })).toBe(
    'pl.json (BRAND_DIR):\n  about.closing: has to be a text\n  Unrecognized key: "slogan"',
  );
  expect(await refusalWith({ "pl.json": JSON.stringify({ ...en, questions: [] }) })).toBeNull();
});
