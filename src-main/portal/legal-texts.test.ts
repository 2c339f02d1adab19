import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PublicBrand } from "#shared/brand.ts";
import { apiHost, stopApiHost } from "../testing/api-host.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { keepLegalTexts } = await import("./legal-texts.ts");
const { packagedBrand } = await import("../interface-brand.ts");

const version = "2026-10-01";
let brand: PublicBrand;
let changed: () => void;
const source = {
  current: () => brand,
  onChange: (listener: () => void) => void (changed = listener),
};
let asked: string[] = [];

/** Starts a portal whose texts name their document and language. */
const portal = () =>
  apiHost(({ url = "", headers }, answer) => {
    const document = url.split("/").at(-1) ?? "";
    asked.push(`${document}/${headers["accept-language"]}`);
    answer.setHeader("content-type", "application/json");
    const versions: Record<string, string> = brand.legalVersions;
    answer.end(
      JSON.stringify({
        version: versions[document],
        body: `## ${document} in ${headers["accept-language"]}`,
      }),
    );
  });

beforeEach(() => {
  asked = [];
  const legalVersions = { terms: version, privacy: version, regulations: version };
  brand = { ...packagedBrand, languages: ["en", "pl"], legalVersions };
});
afterEach(stopApiHost);

it("are there without a connection, in the portal's languages, also at the next start", async () => {
  const origin = await portal();
  const file = new Map<string, unknown>([["brand", brand]]);
  const kept = keepLegalTexts(file, origin, source);
  await vi.waitFor(() => expect(file.has("legal")).toBe(true));
  expect(asked).toHaveLength(6);
  await stopApiHost();
  const restarted = new Map<string, unknown>(JSON.parse(JSON.stringify([...file])));
  for (const answer of [kept, keepLegalTexts(restarted, origin, source)]) {
    expect(answer("/api/legal/terms", "pl")).toEqual({ version, body: "## terms in pl" });
    expect(answer("/api/legal/privacy", "xx")).toEqual({ version, body: "## privacy in en" });
    expect(answer("/api/legal/other", "en")).toBeNull();
    expect(answer("/api/me", "en")).toBeNull();
  }
});

it("are fetched again where the portal has a new version, and only then", async () => {
  const origin = await portal();
  const file = new Map<string, unknown>([["brand", brand]]);
  const kept = keepLegalTexts(file, origin, source);
  await vi.waitFor(() => expect(file.has("legal")).toBe(true));
  asked = [];
  brand = { ...brand, legalVersions: { ...brand.legalVersions, terms: "2026-11-01" } };
  changed();
  await vi.waitFor(() =>
    expect(kept("/api/legal/terms", "en")).toMatchObject({ version: "2026-11-01" }),
  );
  expect(asked.toSorted()).toEqual(["terms/en", "terms/pl"]);
});

it("are not asked for before the portal's own brand is known", async () => {
  const origin = await portal();
  const kept = keepLegalTexts(new Map(), origin, source);
  expect(kept("/api/legal/terms", "en")).toBeNull();
  changed();
  await vi.waitFor(() => expect(kept("/api/legal/terms", "en")).not.toBeNull());
});
