import { cp, readFile, rm } from "node:fs/promises";
import { build } from "vite";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { defaultBrandDir } from "#api/brand.ts";
import { forFile } from "#api/testing/for-file.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import type { PublicBrand } from "#shared/brand.ts";
import { apiHost, stopApiHost } from "./testing/api-host.ts";
import { net } from "./testing/recording-electron.ts";

vi.mock("electron", () => import("./testing/recording-electron.ts"));
const { openInterfaceBrand, packagedBrand } = await import("./interface-brand.ts");

const folder = await forFile(temporaryFolder());
const logo = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const logoAddress = `data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}`;
const ofPortal: PublicBrand = {
  ...packagedBrand,
  name: "Pfotenring",
  logos: { onLight: "/brand/1/logo.svg", onDark: "/brand/2/logo.svg" },
};
const known = { ...ofPortal, logos: { onLight: logoAddress, onDark: logoAddress } };

/** Starts a portal that answers with a brand, and with a logo at every other address. */
const portalWith = (brand: unknown, logoType = "image/svg+xml", picture = logo) =>
  apiHost(({ url }, answer) => {
    const isBrand = url === "/api/brand";
    answer.setHeader("content-type", isBrand ? "application/json" : logoType);
    answer.end(isBrand ? JSON.stringify(brand) : picture);
  });

const failures = vi.spyOn(process.stderr, "write").mockReturnValue(true);
beforeEach(() => void vi.clearAllMocks());
let opened: ReturnType<typeof openInterfaceBrand>[] = [];
const open: typeof openInterfaceBrand = (...portal) => {
  const brand = openInterfaceBrand(...portal);
  opened.push(brand);
  return brand;
};
afterEach(async () => {
  vi.useRealTimers();
  opened.forEach((brand) => brand.stop());
  opened = [];
  await stopApiHost();
});

it("is the packaged one at first, then the portal's with its logo, also at the next start without a connection", async () => {
  const portal = await portalWith({ ...ofPortal, futureField: 1 });
  const file = new Map<string, unknown>();
  const brand = open(file, portal);
  const changed = vi.fn();
  brand.onChange(changed);
  expect(brand.current()).toBe(packagedBrand);
  await vi.waitFor(() => expect(brand.current()).toEqual(known));
  expect(changed).toHaveBeenCalledOnce();
  await stopApiHost();
  const restarted = new Map<string, unknown>(JSON.parse(JSON.stringify([...file])));
  expect(open(restarted, portal).current()).toEqual(known);
  await vi.waitFor(() => expect(failures, "without a connection").toHaveBeenCalledOnce());
});

it.each([
  ["without a sentence that this version shows", { ...ofPortal, texts: { en: {}, pl: {} } }],
  ["whose colour could be markup", { ...ofPortal, colours: { ...ofPortal.colours, paper: '">' } }],
  ["in languages that this version does not know", { ...ofPortal, languages: ["tlh"] }],
])("stays as it was for an answer %s", async (_, answer) => {
  const portal = await portalWith(answer);
  const file = new Map<string, unknown>([["brand", known]]);
  const brand = open(file, portal);
  await vi.waitFor(() => expect(failures).toHaveBeenCalledOnce());
  expect(String(failures.mock.lastCall?.[0])).toMatch(/^The portal's brand is not known: /);
  expect(brand.current()).toEqual(known);
});

it("has a logo as large as one from the settings", async () => {
  const large = `<svg xmlns="http://www.w3.org/2000/svg"><!--${"x".repeat(1_400_000)}--></svg>`;
  const brand = open(new Map(), await portalWith(ofPortal, "image/svg+xml", large));
  await vi.waitFor(() => expect(brand.current().name).toBe("Pfotenring"));
  const address = `data:image/svg+xml;base64,${Buffer.from(large).toString("base64")}`;
  expect(brand.current().logos.onDark === address).toBe(true);
});

it.each<[string, unknown, string?, string?]>([
  ["is no picture", ofPortal, "text/html"],
  ["is too large", ofPortal, "image/svg+xml", "x".repeat(2_000_001)],
  ["is elsewhere", { ...ofPortal, logos: { onLight: "/a", onDark: "//x.example/a" } }],
])("has the logo that was known last where that of the portal %s", async (_, ...portal) => {
  const origin = await portalWith(...portal);
  const [first, later] = [open(new Map(), origin), open(new Map([["brand", known]]), origin)];
  await vi.waitFor(() => expect(failures).toHaveBeenCalledTimes(2));
  await vi.waitFor(() =>
    expect(first.current()).toEqual({ ...ofPortal, logos: packagedBrand.logos }),
  );
  expect(later.current()).toEqual(known);
  expect(net.fetch.mock.calls.map(([url]) => new URL(url).origin)).not.toContain(
    "http://x.example",
  );
});

it("is known without what this version does not know: languages, parts, kinds and systems", async () => {
  const newer = {
    ...ofPortal,
    languages: ["tlh", "pl", "en"],
    texts: { ...ofPortal.texts, tlh: { slogan: "Qapla'" } },
    partsOff: ["dogs", "holodeck"],
    kinds: { holograms: { hidden: true }, blog: { name: { tlh: "QonoS", pl: "Dziennik" } } },
    downloads: { beos: "https://x.example/a", linux: "https://x.example/b" },
    embeds: { holoTube: true, vimeo: true },
  };
  const brand = open(new Map(), await portalWith(newer));
  await vi.waitFor(() =>
    expect(brand.current()).toEqual({
      ...known,
      languages: ["pl", "en"],
      partsOff: ["dogs"],
      kinds: { blog: { name: { pl: "Dziennik" } } },
      downloads: { linux: "https://x.example/b" },
      embeds: { youtube: false, vimeo: true, peertube: [] },
    }),
  );
});

it("is built into the app with the languages that it has", async () => {
  const brandDir = `${folder.path}/brand`;
  await cp(defaultBrandDir, brandDir, { recursive: true });
  await rm(`${brandDir}/en.json`);
  const facts = JSON.parse(await readFile(`${brandDir}/brand.json`, "utf8"));
  await folder.write({ "brand/brand.json": JSON.stringify({ ...facts, languages: ["pl"] }) });
  await build({
    configFile: false,
    logLevel: "silent",
    resolve: { alias: { "#brand": brandDir } },
    build: { ssr: "src-main/interface-brand.ts", outDir: `${folder.path}/built` },
  });
  const built = await readFile(`${folder.path}/built/interface-brand.js`, "utf8");
  const sentence = (language: "en" | "pl") => String(packagedBrand.texts[language]?.["goodbye"]);
  expect(built).toContain(sentence("pl"));
  expect(built).not.toContain(sentence("en"));
});

it("has more sentences where the portal is newer than this version", async () => {
  const texts = { ...packagedBrand.texts, en: { ...packagedBrand.texts.en, slogan: "Sit!" } };
  const brand = open(new Map(), await portalWith({ ...ofPortal, texts }));
  await vi.waitFor(() => expect(brand.current().name).toBe("Pfotenring"));
});

it("is the portal's own from its first answer on, even where the app is packaged with the same one", async () => {
  const file = new Map<string, unknown>();
  const brand = open(file, await portalWith(packagedBrand));
  const changed = vi.fn();
  brand.onChange(changed);
  await vi.waitFor(() => expect(file.get("brand")).toEqual(packagedBrand));
  expect(changed).toHaveBeenCalledOnce();
});

it("is asked for again while the app runs, and not after the portal was left", async () => {
  let name = "Pfotenring";
  let asked = 0;
  const portal = await apiHost(({ url }, answer) => {
    if (url === "/api/brand") asked += 1;
    answer.setHeader("content-type", url === "/api/brand" ? "application/json" : "image/svg+xml");
    answer.end(url === "/api/brand" ? JSON.stringify({ ...ofPortal, name }) : logo);
  });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const brand = open(new Map(), portal);
  await vi.waitFor(() => expect(brand.current().name).toBe("Pfotenring"));
  name = "Pfotenring Nord";
  vi.advanceTimersByTime(11 * 60_000);
  await vi.waitFor(() => expect(brand.current().name).toBe("Pfotenring Nord"));
  brand.stop();
  const before = asked;
  vi.advanceTimersByTime(60 * 60_000);
  expect(asked).toBe(before);
});
