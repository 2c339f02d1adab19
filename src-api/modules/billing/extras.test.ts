import { stat } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCatalogue } from "#shared/api/catalogue.ts";
import {
  addExtra,
  listStudioExtras,
  uploadExtraFile,
  type ExtraFile,
  type StudioExtra,
  type WrittenExtra,
} from "#shared/api/extras.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { desc, eq } from "#api/infra/database/drizzle.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { call, goodPassword } from "#api/testing/account-requests.ts";
import { createBillingPortal } from "#api/testing/billing-portal.ts";
import { buy, checkOut, createBuyer, workbook } from "#api/testing/billing-requests.ts";
import { people, peoplesPassword, signEverybodyIn, type Person } from "#api/testing/people.ts";
import { hashPassword } from "#api/infra/passwords/passwords.ts";
import { samplePdf } from "#api/testing/sample-pdf.ts";
import { startS3Server } from "#api/testing/s3-server.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import type { TestPortal } from "#api/testing/test-portal.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { products } from "./schema.ts";
import { removeUnusedMedia, unusedLifeMs } from "#api/modules/library/media/unused-media.ts";
import { importCatalogue } from "./catalogue.ts";

let portal: TestPortal;
let folder: TemporaryFolder;
let headersOf: Record<Person, Record<string, string>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  portal = await createBillingPortal({ demo: true }, { dataDir: folder.path });
  headersOf = await signEverybodyIn(portal);
});
afterAll(async () => {
  await portal.close();
  await folder.remove();
});

const pdf = (text: string) => samplePdf(text);

const plan: WrittenExtra = {
  nameEn: "Winter plan",
  namePl: "",
  summaryEn: "Twelve weeks indoors.",
  summaryPl: "",
  deliveryEn: "A PDF to print.",
  deliveryPl: "",
  price: "19,90",
  taxPercent: "23",
  taxPercents: [],
  motif: "paw",
  deliveredAs: "report",
  fileEn: null,
  filePl: null,
  onSale: true,
};

/** Returns an extra as the form sends it. */
const asWritten = ({ price, taxPercent, taxPercents, ...rest }: StudioExtra) => ({
  ...rest,
  price: (price.amount / 100).toFixed(2),
  taxPercent: String(taxPercent),
  taxPercents: taxPercents.map((one) => ({ ...one, taxPercent: String(one.taxPercent) })),
});

/** Returns what a caller sends to a portal. */
const caller = (on: TestPortal, headers: Record<string, string>) => ({
  get: (path: string) => call(on, "GET", path, { headers }),
  post: (path: string, body: unknown) => call(on, "POST", path, { headers, body }),
  put: (path: string, body: unknown) => call(on, "PUT", path, { headers, body }),
  upload: (name: string, bytes: Buffer) =>
    on.app.inject({
      method: "POST",
      url: `/api/studio/extra-files?name=${encodeURIComponent(name)}`,
      headers: { ...headers, "content-type": "application/pdf" },
      payload: bytes,
    }),
});
const as = (person: Person) => caller(portal, headersOf[person]);

const add = async (changes: Partial<WrittenExtra>) => {
  const { status, body } = await as("admin").post("/studio/extras", { ...plan, ...changes });
  expect(status).toBe(201);
  return addExtra.answer.parse(body);
};
const list = async () =>
  listStudioExtras.answer.parse((await as("admin").get("/studio/extras")).body);
async function find(sku: string): Promise<StudioExtra> {
  const found = (await list()).items.find((extra) => extra.sku === sku);
  if (!found) throw new Error(`There is no extra ${sku}.`);
  return found;
}
const change = async (sku: string, changes: Partial<WrittenExtra & { password: string }>) =>
  as("admin").put(`/studio/extras/${sku}`, { ...asWritten(await find(sku)), ...changes });
const uploaded = async (name: string, text: string): Promise<ExtraFile> =>
  uploadExtraFile.answer.parse((await as("admin").upload(name, pdf(text))).json());
const catalogue = async () =>
  getCatalogue.answer.parse((await call(portal, "GET", "/catalogue")).body).extras;

/** Returns what a buyer downloads of a purchase. */
async function download(id: string, sku: string, token: string, language = "en", on = portal) {
  const headers = { "accept-language": language };
  const { status, body } = await call(on, "GET", `/purchases/${id}/files/${sku}`, {
    token,
    headers,
  });
  if (status !== 200) return { status };
  const answer = await on.app.inject({ method: "GET", url: body.url });
  return { status: answer.statusCode, name: body.name, text: answer.body, headers: answer.headers };
}

test("only admins see and change extras, and fetch their files", async () => {
  for (const person of people.filter((one) => one !== "admin")) {
    const { get, post, put, upload } = as(person);
    const refused = ["visitor", "dead session"].includes(person) ? 401 : 403;
    const answers = [
      await get("/studio/extras"),
      await post("/studio/extras", plan),
      await put(`/studio/extras/${workbook.sku}`, plan),
      await get(`/studio/extras/${workbook.sku}/files/en`),
    ].map(({ status }) => status);
    answers.push((await upload("a.pdf", pdf("a"))).statusCode);
    expect([person, ...answers]).toEqual([person, ...Array.from({ length: 5 }, () => refused)]);
  }
  const file = await as("admin").get(`/studio/extras/${workbook.sku}/files/pl`);
  expect([file.status, file.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
  expect((await as("admin").get("/studio/extras/handling-consultation/files/en")).status).toBe(404);
});

test("an extra is sold as soon as it is added, behind the others, and its fields come back as written", async () => {
  await catalogue();
  const { sku } = await add({ namePl: "Plan na zimę", motif: "weave-poles", taxPercent: "5,5" });
  expect((await catalogue()).at(-1)).toMatchObject({
    sku: "winter-plan",
    name: "Winter plan",
    price: { amount: 1990, currency: "EUR" },
    motif: "weave-poles",
  });
  const { currency, items } = await list();
  expect([currency, items.length]).toEqual(["EUR", 5]);
  expect(await find(sku)).toMatchObject({
    namePl: "Plan na zimę",
    taxPercent: 5.5,
    origin: "portal",
  });
  expect((await as("admin").post("/studio/extras", plan)).body.code).toBe("slug-taken");
});

test("what cannot be sold is refused in words at its field", async () => {
  const wrong: [keyof WrittenExtra, string][] = [
    ["nameEn", " "],
    ["nameEn", "日本"],
    ["summaryEn", ""],
    ["deliveryEn", "x".repeat(1001)],
    ["price", "0"],
    ["price", "12.345"],
    ["price", "twelve"],
    ["price", "-5"],
    ["taxPercent", "101"],
    ["taxPercent", "5.555"],
    ["motif", "unicorn"],
  ];
  for (const [field, value] of wrong) {
    const { status, body } = await as("admin").post("/studio/extras", {
      ...plan,
      nameEn: "Refused",
      [field]: value,
    });
    expect([field, value, status, body.code]).toEqual([field, value, 400, "validation"]);
    expect(Object.keys(body.fields)).toEqual([field]);
  }
  const { body } = await as("admin").post("/studio/extras", { ...plan, deliveredAs: "file" });
  expect(body.fields).toEqual({ fileEn: "Field is required" });
  const gone = { name: "gone.pdf", stored: `${"0".repeat(64)}.pdf` };
  const unknown = { ...plan, nameEn: "Gone", deliveredAs: "file", fileEn: gone };
  expect((await as("admin").post("/studio/extras", unknown)).body.fields).toEqual({
    fileEn: "This PDF is no longer stored. Please choose it again.",
  });
  // Nobody gets at files of the brand, or of other extras, by their names.
  const foreign = { ...unknown, fileEn: { name: "course-walking-workbook.pdf", stored: "" } };
  expect((await as("admin").post("/studio/extras", foreign)).status).toBe(400);
});

test("a file that is no PDF, or too large, is refused, and a PDF has a name that is safe in addresses", async () => {
  const { upload } = as("admin");
  const other = await upload("virus.pdf", Buffer.from("MZ not a PDF"));
  expect([other.statusCode, other.json().fields]).toEqual([400, { pdf: "This is not a PDF." }]);
  expect((await upload("empty.pdf", Buffer.from("%P"))).statusCode).toBe(400);
  const launches = samplePdf("9 0 obj << /S /Launch /F (cmd.exe) >> endobj\n", "as it is");
  expect((await upload("active.pdf", launches)).json().fields.pdf).toContain("contains scripts");
  const large = Buffer.concat([pdf("large"), Buffer.alloc(30 * 1024 * 1024)]);
  expect((await upload("large.pdf", large)).statusCode).toBe(413);
  expect(await uploaded("../Plan „Zima”, łatwy.PDF", "a")).toMatchObject({
    name: "plan-zima-latwy.pdf",
  });
  expect((await uploaded("日本.pdf", "a")).name).toBe("download.pdf");
});

test("the import of the catalogue leaves alone what was changed here, and nothing else", async () => {
  const sku = "show-day-class";
  await change(sku, { price: "40", onSale: false });
  const { database } = portal.portal;
  await database.update(products).set({ price: 1 }).where(eq(products.sku, "fitness-assessment"));
  expect(await importCatalogue(portal.portal, { demo: true })).toEqual([sku]);
  expect(await find(sku)).toMatchObject({
    price: { amount: 4000 },
    onSale: false,
    origin: "portal",
  });
  expect(await find("fitness-assessment")).toMatchObject({
    price: { amount: 3900 },
    origin: "brand",
  });
  expect((await find("winter-plan")).onSale).toBe(true);
  expect((await catalogue()).map((extra) => extra.sku)).not.toContain(sku);
  await change(sku, { onSale: true });
  expect((await catalogue()).map((extra) => extra.sku)).toContain(sku);
});

test("an extra whose price is in another currency than the catalogue is taken off sale until it gets a price", async () => {
  const { database } = portal.portal;
  const { sku } = await add({ nameEn: "Priced elsewhere" });
  await database.update(products).set({ currency: "PLN" }).where(eq(products.sku, sku));
  await importCatalogue(portal.portal, { demo: true });
  expect(await find(sku)).toMatchObject({ onSale: false, price: { currency: "PLN" } });
  await change(sku, { onSale: true });
  expect(await find(sku)).toMatchObject({ onSale: true, price: { currency: "EUR" } });
});

test("saving without a change changes nothing, and changes are recorded by the names of their fields", async () => {
  const sku = "handling-consultation";
  const trail = () =>
    portal.portal.database
      .select({ act: auditEntries.act, details: auditEntries.details })
      .from(auditEntries)
      .orderBy(desc(auditEntries.id))
      .limit(1);
  const before = await trail();
  expect((await change(sku, {})).status).toBe(200);
  expect((await find(sku)).origin).toBe("brand");
  expect(await trail()).toEqual(before);
  await change(sku, { price: "46", summaryPl: "" });
  expect(await trail()).toEqual([
    {
      act: "extra-changed",
      details: { sku, fields: "summary, price", formerPrice: expect.any(Number) },
    },
  ]);
});

test("a new price counts for new purchases: carts show it at once, an open purchase keeps its own", async () => {
  const { sku } = await add({ nameEn: "Priced", price: "10" });
  const item = { sku, quantity: 2 };
  const quote = async () =>
    (await call(portal, "POST", "/quote", { body: { items: [item] } })).body;
  const buyer = await createBuyer(portal);
  const { body: open } = await checkOut(portal, buyer, [item]);
  const paid = await buy(portal, buyer, [item]);
  expect((await quote()).dueNow.amount).toBe(2000);
  await change(sku, { nameEn: "Priced anew", price: "12.50" });
  expect(await quote()).toMatchObject({
    dueNow: { amount: 2500 },
    lines: [{ name: "Priced anew" }],
  });
  for (const { id } of [open, paid]) {
    const { body } = await call(portal, "GET", `/purchases/${id}`, buyer);
    expect(body).toMatchObject({ total: { amount: 2000 }, lines: [{ name: "Priced" }] });
  }
  await change(sku, { onSale: false });
  expect((await quote()).code).toBe("item-unknown");
});

test("a PDF reaches its buyers only, a replaced one also those who bought the former, and what was sold stays", async () => {
  const first = await uploaded("Plan.pdf", "first");
  const polish = await uploaded("Plan.pdf", "po polsku");
  const { sku } = await add({
    nameEn: "Plan as a file",
    deliveredAs: "file",
    fileEn: first,
    filePl: polish,
  });
  const buyer = await createBuyer(portal);
  const { id } = await buy(portal, buyer, [{ sku, quantity: 1 }]);
  const got = await download(id, sku, buyer.token);
  expect(got).toMatchObject({ status: 200, name: "plan.pdf", text: String(pdf("first")) });
  expect(got.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'attachment; filename="plan.pdf"',
    "cache-control": "private, no-store",
  });
  expect(await download(id, sku, buyer.token, "pl")).toMatchObject({
    name: "plan-pl.pdf",
    text: String(pdf("po polsku")),
  });
  expect(await download(id, sku, (await createBuyer(portal)).token)).toEqual({ status: 404 });

  const replaced = { fileEn: await uploaded("plan.pdf", "second"), filePl: null };
  await change(sku, { ...replaced, password: peoplesPassword });
  expect(await download(id, sku, buyer.token, "pl")).toMatchObject({
    name: "plan.pdf",
    text: String(pdf("second")),
  });
  // No file any more for new buyers, and not on sale.
  await change(sku, { deliveredAs: "report", fileEn: null, onSale: false });
  expect(await download(id, sku, buyer.token)).toMatchObject({ text: String(pdf("second")) });
  const later = () => new Date(Date.now() + unusedLifeMs + 60_000);
  expect(await removeUnusedMedia({ ...portal.portal, now: later })).toBeGreaterThan(0);
  expect(await openMediaStorage(portal.portal.config).sizeOf(first.stored)).toBeNull();
  expect(await download(id, sku, buyer.token)).toMatchObject({ text: String(pdf("second")) });
});

test("an extra of a former brand can be changed although its PDF is gone", async () => {
  const sku = "former-guide";
  const texts = { name: { en: "Guide" }, summary: { en: "Old." }, delivery: { en: "A PDF." } };
  const rest = { motif: "paw", price: 500, currency: "EUR", position: 9, onSale: false };
  const file = { en: "former-guide.pdf" };
  const row = { sku, kind: "extra" as const, deliveredAs: "file" as const, file };
  await portal.portal.database.insert(products).values({ ...row, ...texts, ...rest });
  expect((await change(sku, { price: "6" })).body.fields).toEqual({
    fileEn: "This PDF is no longer stored. Please choose it again.",
  });
  expect((await change(sku, { deliveredAs: "report" })).status).toBe(200);
  const fileEn = await uploaded("guide.pdf", "written anew");
  expect((await change(sku, { deliveredAs: "file", fileEn })).status).toBe(200);
});

test("a price of which a full cart could not be stored is refused", async () => {
  const send = (price: string) => as("admin").post("/studio/extras", { ...plan, price });
  const { status, body } = await send("9999999");
  expect([status, body.fields]).toEqual([400, { price: "This amount is too large" }]);
});

test("a changed extra of the brand keeps its PDF, stored where every machine has it", async () => {
  const s3 = await startS3Server();
  const other = await createBillingPortal({ demo: true }, { mediaS3: s3.settings });
  try {
    const buyer = await createBuyer(other);
    const isAdmin = eq(users.id, buyer.id);
    await other.portal.database
      .update(users)
      .set({ roles: ["ROLE_ADMIN"], passwordHash: await hashPassword(goodPassword) })
      .where(isAdmin);
    const { get, put, upload } = caller(other, { authorization: `Bearer ${buyer.token}` });
    const { sku } = workbook;
    const { id } = await buy(other, buyer, [workbook]);
    const [extra] = listStudioExtras.answer.parse((await get("/studio/extras")).body).items;
    if (!extra) throw new Error("The catalogue is empty.");
    const stored = (await upload("new.pdf", pdf("new"))).json();
    const changed = { ...asWritten(extra), filePl: stored, password: goodPassword };
    const saved = await put(`/studio/extras/${sku}`, changed);
    expect(saved.body.fileEn.stored).toMatch(/^[0-9a-f]{64}/);
    expect(s3.methods.filter((method) => method === "PUT")).toHaveLength(2);
    const { size } = await stat("resources/brand/extras/course-walking-workbook.pdf");
    const english = await get(`/studio/extras/${sku}/files/en`);
    expect(english.headers["content-type"]).toBe("application/pdf");
    expect(await download(id, sku, buyer.token, "en", other)).toMatchObject({
      status: 200,
      headers: { "content-length": String(size) },
    });
    const polish = await download(id, sku, buyer.token, "pl", other);
    expect(polish.text).toBe(String(pdf("new")));
    s3.fault = 503;
    expect((await download(id, sku, buyer.token, "pl", other)).status).toBe(503);
  } finally {
    await other.close();
    await s3.close();
  }
});

test("of two admins who change an extra the second is told, and nothing of the first is lost", async () => {
  const opened = await add({ nameEn: "Twice changed" });
  const save = (changes: Partial<WrittenExtra>) =>
    as("admin").put(`/studio/extras/${opened.sku}`, { ...asWritten(opened), ...changes });
  expect(await save({ price: "25" })).toMatchObject({ status: 200 });
  expect(await save({ onSale: false })).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await find(opened.sku)).toMatchObject({ onSale: true, price: { amount: 2500 } });
  // Whoever got no answer saves again.
  expect(await save({ price: "25" })).toMatchObject({ status: 200 });
  // A start of the portal brings the brand's extras in line with its file.
  const ofBrand = await find(workbook.sku);
  await importCatalogue(portal.portal, { demo: true });
  expect((await find(workbook.sku)).revision).toBeGreaterThan(ofBrand.revision);
});

test("a replaced PDF of what was sold, and a price far below the former, take the password and are mailed about", async () => {
  const { sku } = await add({
    nameEn: "Sold before",
    price: "20",
    deliveredAs: "file",
    fileEn: await uploaded("sold.pdf", "first"),
  });
  const mailed = async () => {
    await portal.runDueJobs();
    const about = portal.mails.filter(({ subject }) => subject.endsWith(": Sold before"));
    return about.map(({ to, subject }) => `${to} ${subject.split(":")[0]}`);
  };
  const refused = async (changes: Partial<WrittenExtra>) => {
    const { status, body } = await change(sku, changes);
    return status === 400 && body.fields.password === "Field is required";
  };
  const confirmed = (changes: Partial<WrittenExtra>) =>
    change(sku, { ...changes, password: peoplesPassword });
  // Nobody has it.
  expect((await change(sku, { fileEn: await uploaded("sold.pdf", "second") })).status).toBe(200);
  await buy(portal, await createBuyer(portal), [{ sku, quantity: 1 }]);
  const third = await uploaded("sold.pdf", "third");
  expect(await refused({ fileEn: third })).toBe(true);
  expect(await refused({ filePl: third })).toBe(true);
  expect((await change(sku, { nameEn: "Sold before", onSale: false })).status).toBe(200);
  const wrong = await change(sku, { fileEn: third, password: "not it" });
  expect(wrong.body.code).toBe("wrong-password");
  expect(await mailed()).toEqual([]);
  expect((await confirmed({ fileEn: third })).status).toBe(200);
  expect(await refused({ price: "1.99" })).toBe(true);
  // In steps, too.
  expect((await change(sku, { price: "10" })).status).toBe(200);
  expect(await refused({ price: "1.99" })).toBe(true);
  expect((await change(sku, { price: "2" })).status).toBe(200);
  expect((await confirmed({ price: "1.99" })).status).toBe(200);
  expect(await mailed()).toEqual([
    "admin@example.com Buyers now get another file",
    "admin@example.com The price is less than a tenth of what it was",
  ]);
});
