import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { brandSchema } from "../src-shared/brand.ts";
import { brandFolder, parseBrandFile, readBrand } from "./brand.ts";
import { explainFailure } from "./cli/explain-failure.ts";

const parse = (source: string) => parseBrandFile("brand.json", source, brandSchema);
const own: Record<string, unknown> = JSON.parse(
  await readFile(new URL("brand.json", brandFolder), "utf8"),
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
  const { social } = await readBrand();
  for (const links of [[], social.slice(1), [...social, ...social]]) {
    expect(refusalOf({ social: links })).toBeNull();
  }
});

test.each([
  [{ contactEmail: "hello" }, "contactEmail: Invalid email address"],
  [{ social: [{ name: "A", url: "javascript:alert(1)" }] }, "social.0.url: Invalid URL"],
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
  [{ taxID: "PL1" }, 'Unrecognized key: "taxID"'],
])("A mistake is named with its file and field: %j", (changes, sentence) => {
  expect(refusalOf(changes)).toBe(`resources/brand/brand.json:\n  ${sentence}`);
});

test("All mistakes are named at once, and a file that is no JSON is, too", () => {
  expect(refusalOf({ owner: 1, address: "" })).toMatch(/\n  owner: .*\n  address: /);
  expect(() => parse('{ "name": ')).toThrow("resources/brand/brand.json is not JSON: ");
});
