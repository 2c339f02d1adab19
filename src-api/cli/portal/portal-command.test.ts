import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { afterAll, expect, test } from "vitest";
import type { SettablePlans } from "#shared/api/plans.ts";
import { fieldsOf } from "#shared/api/fields.ts";
import { legalDocuments } from "#shared/brand.ts";
import type { Language } from "#shared/languages.ts";
import { readBrand } from "#api/brand.ts";
import { parseCatalogue } from "#api/modules/billing/catalogue.ts";
import { registerAndProve } from "#api/testing/account-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createOtherBrand } from "#api/testing/other-brand.ts";
import { peoplesPassword, signEverybodyIn } from "#api/testing/people.ts";
import { samplePdf } from "#api/testing/sample-pdf.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";
import { exportToFolder, portalCommandSchema, runPortalCommand } from "./portal-command.ts";

const folder = await forFile(temporaryFolder());
const otherBrand = await createOtherBrand();
afterAll(() => otherBrand.remove());
const first = await forFile(createBillingPortal({ demo: false }));
const headers = (await signEverybodyIn(first)).admin;

/** Sends what an admin changes. Returns the answer. */
async function send(method: "PUT" | "POST", url: string, payload: object | Buffer, type = "") {
  const answer = await first.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...headers, ...(type && { "content-type": type }) },
    payload,
  });
  expect([url, answer.statusCode < 300 ? "done" : answer.body]).toEqual([url, "done"]);
  return answer.json();
}
const get = async (portal: TestPortal, url: string, of: Record<string, string> = {}) =>
  (await portal.app.inject({ url, headers: of })).json();

/** Runs `npm run portal -- export`. */
const exportOf = ({ portal }: TestPortal, target: string, config = portal.config) =>
  exportToFolder(target, config, (command) =>
    runPortalCommand(portal, portalCommandSchema.parse(command)),
  );

async function changeEverything() {
  const { seller, offer, texts } = await get(first, "/api/settings", headers);
  const named = { name: "Crumb & Crust", owner: "Olive Baker", country: "GB", taxId: "GB 1" };
  await send("PUT", "/settings/seller", { ...seller, ...named, timeZone: "Europe/London" });
  await send("PUT", "/settings/colours", { main: "#7a4a1e", accent: "#f2c14e", revision: 0 });
  await send("PUT", "/settings/offer", {
    ...offer,
    languages: ["en"],
    partsOn: { ...offer.partsOn, dogs: false },
    kinds: {
      ...offer.kinds,
      recipes: { ...offer.kinds.recipes, isShown: false },
      protocols: { isShown: true, names: { en: "Courses", pl: "" } },
    },
  });
  const hero = { ...texts.en.texts.hero, headline: "Bread, slowly." };
  await send("PUT", "/settings/texts/en", { texts: { ...texts.en.texts, hero }, revision: 0 });
  // What somebody has accepted needs a later version.
  await registerAndProve(first, "reader@example.com");
  await send("PUT", "/settings/legal/terms", {
    texts: { en: "## 1. {{name}} sells bread." },
    version: "2026-11-27",
    revision: 0,
    password: peoplesPassword,
  });
  const canvas = createCanvas(40, 40);
  canvas.getContext("2d").fillRect(0, 0, 40, 20);
  const logo = await canvas.encode("png");
  await send("POST", "/settings/logo?ground=light&revision=0", logo, "application/octet-stream");
  const plans: SettablePlans = await get(first, "/api/settings/plans", headers);
  await send("PUT", "/settings/plans", {
    currency: "GBP",
    revision: plans.revision,
    password: peoplesPassword,
    items: plans.items.map(({ sku, period, nameEn, namePl, onSale, taxPercent }) => ({
      sku,
      nameEn,
      namePl,
      onSale,
      price: period === "monthly" ? "12" : "99",
      taxPercent: String(taxPercent),
      trialDays: period === "yearly" ? "14" : "0",
      taxPercents: period === "monthly" ? [{ country: "DE", taxPercent: "19" }] : [],
    })),
  });
}

/** Adds an extra in one language, whose PDF has the name of another one's. */
async function addExtra(language: Language, name: string, summary: string) {
  const uploaded = "/studio/extra-files?name=plan.pdf";
  const file = await send("POST", uploaded, samplePdf(name), "application/pdf");
  const only =
    <Value>(value: Value, none: Value) =>
    (one: Language) =>
      one === language ? value : none;
  await send("POST", "/studio/extras", {
    ...fieldsOf("name", only(name, "")),
    ...fieldsOf("summary", only(summary, "")),
    ...fieldsOf("delivery", only("PDF.", "")),
    ...fieldsOf("file", only(file, null)),
    price: "19.90",
    taxPercent: "5.5",
    taxPercents: [],
    motif: "paw",
    deliveredAs: "file",
    onSale: true,
  });
}

/** Returns the PDFs of the extras in an exported folder, by language. */
const filesIn = async (target: string) =>
  parseCatalogue("", await readFile(join(target, "catalogue.json"), "utf8")).extras.map(
    ({ deliveredAs }) => (typeof deliveredAs === "string" ? {} : deliveredAs.file),
  );

test("a portal that is started with the exported settings of another one shows and sells the same", async () => {
  await changeEverything();
  await addExtra("en", "Winter plan", "Twelve weeks indoors.");
  await addExtra("en", "Summer plan", "Twelve weeks outdoors.");
  const target = join(folder.path, "brand");
  const lines = await exportOf(first, target);
  expect(lines[0]).toContain(`BRAND_DIR=${target}`);
  const second = await createBillingPortal({ demo: false }, { brandDir: target });
  try {
    for (const url of [
      "/api/brand",
      "/api/catalogue",
      ...legalDocuments.map((document) => `/api/legal/${document}`),
    ]) {
      expect([url, await get(second, url)]).toEqual([url, await get(first, url)]);
    }
    const brand = await get(second, "/api/brand");
    expect(brand).toMatchObject({ name: "Crumb & Crust", languages: ["en"], partsOff: ["dogs"] });
    expect(brand.legalVersions.terms).toBe("2026-11-27");
    const bytesOf = async ({ app }: TestPortal) =>
      (await app.inject({ url: brand.logos.onLight })).rawPayload;
    expect(await bytesOf(second)).toEqual(await bytesOf(first));
    expect((await bytesOf(first)).length).toBeGreaterThan(100);
    expect(second.portal.brand.pictures).toEqual(first.portal.brand.pictures);
    expect(await filesIn(target)).toEqual([{ en: "plan.pdf" }, { en: "plan-2.pdf" }]);
    for (const [file, name] of [
      ["plan.pdf", "Winter plan"],
      ["plan-2.pdf", "Summer plan"],
    ] as const) {
      const bytes = await readFile(join(target, "extras", file));
      expect(bytes.equals(samplePdf(name))).toBe(true);
    }
  } finally {
    await second.close();
  }
});

test("a portal with Polish alone is exported with its Polish texts and files, and starts with them", async () => {
  const { offer } = await get(first, "/api/settings", headers);
  await send("PUT", "/settings/offer", { ...offer, languages: ["pl"] });
  await addExtra("pl", "Plan na zimę", "Dwanaście tygodni w hali.");
  const target = join(folder.path, "polish");
  await exportOf(first, target);
  expect(await readdir(target)).toContain("pl.json");
  expect(await readdir(target)).not.toContain("en.json");
  const [, , files] = await filesIn(target);
  expect(files).toEqual({ pl: "plan-3.pdf" });
  const bytes = await readFile(join(target, "extras", "plan-3.pdf"));
  expect(bytes.equals(samplePdf("Plan na zimę"))).toBe(true);
  const second = await createBillingPortal({ demo: false }, { brandDir: target });
  try {
    for (const url of ["/api/brand", "/api/catalogue", "/api/legal/terms", "/api/legal/privacy"]) {
      expect([url, await get(second, url)]).toEqual([url, await get(first, url)]);
    }
    expect(await get(second, "/api/brand")).toMatchObject({ languages: ["pl"] });
  } finally {
    await second.close();
  }
});

test.each(["https://localhost", "https://10.0.0.5:4443"])(
  "a portal at %s is exported, and its receipts name that address",
  async (publicUrl) => {
    const local = await createBillingPortal({ demo: false }, { publicUrl });
    try {
      const target = join(folder.path, new URL(publicUrl).hostname);
      await exportOf(local, target);
      expect((await readBrand(target)).homepage).toBe(publicUrl);
    } finally {
      await local.close();
    }
  },
);

test("an export that fails leaves its folder empty, and works there once the cause is gone", async () => {
  const target = join(folder.path, "repeated");
  const elsewhere = { ...first.portal.config, mediaDir: join(folder.path, "no-media") };
  await expect(exportOf(first, target, elsewhere)).rejects.toThrow(
    "The file plan.pdf of an extra is missing.",
  );
  expect(await readdir(target)).toEqual([]);
  await exportOf(first, target);
  expect(await readdir(target)).toContain("brand.json");
});

test("only what has no other use is written to, and whatever is wrong is said before anything is written", async () => {
  const full = join(folder.path, "full");
  await folder.write({ "full/notes.txt": "mine", "file.txt": "mine" });
  await expect(exportOf(first, full)).rejects.toThrow(`${full} is not empty`);
  expect(await readdir(full)).toEqual(["notes.txt"]);
  await expect(exportOf(first, join(folder.path, "file.txt"))).rejects.toThrow("not a folder");
  const below = join(folder.path, "file.txt/brand");
  await expect(exportOf(first, below)).rejects.toThrow(`${below} is not a folder`);
});

test("a folder that nobody can write is named", async () => {
  const target = "/sys/ringside-export";
  await expect(exportOf(first, target)).rejects.toThrow(`${target} cannot be written by this user`);
});

test("a portal whose settings are files already names their folder, and tells commands its brand", async () => {
  const other = await createBillingPortal({ demo: false }, { brandDir: otherBrand.path });
  try {
    const target = join(folder.path, "twice");
    await expect(exportOf(other, target)).rejects.toThrow(
      `are files already, in ${otherBrand.path} (BRAND_DIR)`,
    );
    await expect(readdir(target)).rejects.toThrow("ENOENT");
    const [line = ""] = await runPortalCommand(other.portal, { command: "brand" });
    expect(JSON.parse(line).name).toBe((await readBrand(otherBrand.path)).name);
  } finally {
    await other.close();
  }
});
