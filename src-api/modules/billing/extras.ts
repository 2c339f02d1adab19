import { auditEntries } from "#api/infra/audit/schema.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, desc, eq, gte, sql } from "#api/infra/database/drizzle.ts";
import { invoices, type Product, products } from "./schema.ts";
import { invoicePaid } from "./invoices.ts";
import { presentTaxRates, taxRatesOf } from "./tax-rates.ts";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { Readable } from "node:stream";
import {
  addExtra,
  changeExtra,
  type ExtraFile,
  getExtraFile,
  listStudioExtras,
  missingOfExtra,
  type StudioExtra,
  uploadExtraFile,
  type WrittenExtra,
} from "#shared/api/extras.ts";
import { fieldIn, fieldsOf } from "#shared/api/fields.ts";
import { type Language, languages, leadLanguage } from "#shared/languages.ts";
import type { Config } from "#api/config.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { slugOf } from "#api/infra/i18n/slug.ts";
import { limitedThread, TooSlowError } from "#api/infra/markdown/limited-thread.ts";
import type { MediaStorage } from "#api/infra/media-storage/media-storage.ts";
import {
  inTemporaryFile,
  openMediaStorage,
  storedName,
} from "#api/infra/media-storage/open-media-storage.ts";
import { extrasFolder, findProduct } from "./catalogue.ts";
import type { PdfProblem } from "./pdf-worker.ts";
import { isDeepStrictEqual } from "node:util";
import { motifNames } from "#resources/art/motif-names.ts";
import { dayMs } from "#shared/durations.ts";
import { maxQuantity } from "#shared/api/cart.ts";
import { maxAmount, moneyOf } from "#shared/money.ts";
import { requireAdmin, type Session } from "#api/http/session.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import { localised, localisedOf, refuseMissing, writtenFields } from "#api/infra/i18n/localised.ts";
import type { Portal } from "#api/portal.ts";
import { mailAdmins, requirePassword } from "#api/modules/accounts/module.ts";
import type { FastifyInstance } from "fastify";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";

/** Returns the currency in which prices are now. */
async function findCurrency(database: Database): Promise<string> {
  const [row] = await database
    .select({ currency: products.currency })
    .from(products)
    .orderBy(desc(products.onSale), asc(products.origin))
    .limit(1);
  if (!row) throw new Error("The catalogue is empty: the start of the portal fills it.");
  return row.currency;
}

/** Returns an extra, locked until the transaction ends. */
async function lockExtra(tx: Database, sku: string): Promise<Product | undefined> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.sku, sku), eq(products.kind, "extra")))
    .for("update");
  return row;
}

/** Returns whether somebody has bought an extra. */
async function wasSold(database: Database, sku: string): Promise<boolean> {
  const line = JSON.stringify([{ sku }]);
  const [bought] = await database
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(invoicePaid, sql`${invoices.lines} @> ${line}::jsonb`))
    .limit(1);
  return bought !== undefined;
}

/** Returns the highest price, in minor units, that changes since a time have replaced; 0 without any. */
async function highestFormerPrice(database: Database, sku: string, since: Date): Promise<number> {
  const { details, act, at } = auditEntries;
  const [found] = await database
    .select({ price: sql<number>`coalesce(max((${details} ->> 'formerPrice')::int), 0)::int` })
    .from(auditEntries)
    .where(and(eq(act, "extra-changed"), gte(at, since), sql`${details} ->> 'sku' = ${sku}`));
  return found?.price ?? 0;
}

/** Where the files that are sold can be: the storage of media, and the folder of the brand. */
type FileSources = { storage: MediaStorage; brandDir: Config["brandDir"] };

const pdfLimits = { limitMs: 20_000, maxHeapMb: 1024 };

const findProblem = limitedThread<PdfProblem | null>(
  new URL("pdf-worker.ts", import.meta.url),
  pdfLimits,
);

const problemTexts = {
  other: "forms:pdfKind",
  broken: "forms:pdfBroken",
  encrypted: "forms:pdfEncrypted",
  active: "forms:pdfActive",
} as const satisfies Record<PdfProblem, string>;

/** Returns the problem of a PDF; one that takes too long to be checked counts as broken. */
const problemOf = (path: string): Promise<PdfProblem | null> =>
  findProblem({ path }).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (error instanceof TooSlowError || code === "ERR_WORKER_OUT_OF_MEMORY") return "broken";
    throw error;
  });

/** Returns the name under which buyers get a file, of the name that it had when it was uploaded. */
const nameForBuyers = (uploaded: string) => {
  const slug = slugOf(basename(uploaded, extname(uploaded))).slice(0, 60);
  return `${slug.replace(/-$/, "") || "download"}.pdf`;
};

/** Stores an uploaded PDF that only shows pages. Rejects with 400 for any other file. */
const storePdf = (body: Readable, uploaded: string, storage: MediaStorage): Promise<ExtraFile> =>
  inTemporaryFile(body, async (path) => {
    const problem = await problemOf(path);
    if (problem) throw new ApiError("validation", { fields: { pdf: problemTexts[problem] } });
    const stored = `${await storedName(path)}.pdf`; // the temporary file has no ending
    await storage.store(path, stored);
    return { name: nameForBuyers(uploaded), stored };
  });

/** Stores a file of the brand, so that it stays whatever becomes of the brand. Returns its name in the storage; null if it is gone. */
async function storeBrandFile(
  { storage, brandDir }: FileSources,
  name: string,
): Promise<string | null> {
  const path = join(extrasFolder(brandDir), name);
  if (!(await stat(path).catch(() => null))) return null;
  const stored = await storedName(path);
  await storage.store(path, stored);
  return stored;
}

/** Opens the file of an extra in a language, wherever it is. Throws `not-found` if there is none. */
export async function openExtraFile(
  { storage, brandDir }: FileSources,
  { file, storedFile }: Pick<Product, "file" | "storedFile">,
  language: Language,
): Promise<{ size: number; body: Readable }> {
  const [name, stored] = [file?.[language], storedFile?.[language]];
  if (name === undefined) throw new ApiError("not-found");
  if (stored === undefined) {
    const path = join(extrasFolder(brandDir), name);
    const found = await stat(path).catch(() => null);
    if (!found) throw new ApiError("not-found");
    return { size: found.size, body: createReadStream(path) };
  }
  const size = await storage.sizeOf(stored);
  const body = size === null ? null : await storage.read(stored, null);
  if (size === null || !body) throw new ApiError("not-found");
  return { size, body };
}

type ExtraServices = Pick<Portal, "database" | "now" | "jobs" | "brand"> & FileSources;

/** Returns the file of an extra in a language: `stored` is "" for one that is in the folder of the brand. */
function fileIn(
  { file, storedFile }: Pick<Product, "file" | "storedFile">,
  language: Language,
): ExtraFile | null {
  const name = file?.[language];
  return name === undefined ? null : { name, stored: storedFile?.[language] ?? "" };
}

/** Returns an extra as admins edit it. */
function presentExtra(row: Product): StudioExtra {
  const { sku, origin, revision, name, summary, delivery, motif, onSale } = row;
  const { price, currency } = row;
  return {
    sku,
    origin,
    revision,
    ...writtenFields("name", name),
    ...writtenFields("summary", summary),
    ...writtenFields("delivery", delivery),
    motif,
    // It left the catalogue before that said how it is delivered.
    deliveredAs: row.deliveredAs ?? "report",
    ...fieldsOf("file", (language) => fileIn(row, language)),
    onSale,
    price: { amount: price, currency },
    ...presentTaxRates(row),
  };
}

/** Throws 400 for a field of the form. */
function refuse(field: keyof WrittenExtra, text: `forms:${string}`): never {
  throw new ApiError("validation", { fields: { [field]: text } });
}

/** Returns the row of what was written, but for its files. Throws 400 for a price that the currency does not have. */
function catalogueRow(written: WrittenExtra, currency: string) {
  const price = moneyOf(written.price, currency);
  if (!price) refuse("price", "forms:amountOff");
  // A cart has that many of one.
  if (price.amount * maxQuantity > maxAmount) refuse("price", "forms:amountLarge");
  if (!motifNames.some((name) => name === written.motif)) refuse("motif", "forms:invalid");
  return {
    name: localisedOf(written, "name"),
    summary: localisedOf(written, "summary"),
    delivery: localisedOf(written, "delivery"),
    deliveredAs: written.deliveredAs,
    motif: written.motif,
    price: price.amount,
    currency,
    ...taxRatesOf(written),
    onSale: written.onSale,
  };
}

/**
 * Returns the files that were written, all of them in the storage of media: what the brand brought is stored now. While something
 * else is delivered, the present ones stay, for those who bought them. Throws 400 for one that is not there any more.
 */
async function chooseFiles(
  sources: FileSources,
  written: WrittenExtra,
  before: Product | null,
): Promise<Pick<Product, "file" | "storedFile">> {
  const isFile = written.deliveredAs === "file";
  const store = async (language: Language): Promise<ExtraFile | null> => {
    const present = before && fileIn(before, language);
    const file = isFile ? written[fieldIn("file", language)] : present;
    if (!file || file.stored !== "") return file;
    const { name } = file;
    const known = present?.name === name ? present.stored : null;
    const stored = known === "" ? await storeBrandFile(sources, name) : known;
    if (stored !== null) return { name, stored };
    return isFile ? refuse(fieldIn("file", language), "forms:pdfGone") : null;
  };
  const names: Localised = {};
  const storedNames: Localised = {};
  for (const language of languages) {
    const file = await store(language);
    if (!file) continue;
    // Downloads are distinguished by their names.
    const isAmbiguous = languages.some(
      (other) => names[other] === file.name && storedNames[other] !== file.stored,
    );
    names[language] = isAmbiguous
      ? file.name.replace(/(.{0,57}).*\.pdf$/, `$1-${language}.pdf`)
      : file.name;
    storedNames[language] = file.stored;
  }
  const isThere = Object.keys(names).length > 0;
  return { file: isThere ? names : null, storedFile: isThere ? storedNames : null };
}

/** Throws 400 for a new file that was removed since it was uploaded: nobody has named it for a day. */
async function requireStored(
  { storage }: FileSources,
  { storedFile }: Pick<Product, "storedFile">,
  before: Product | null,
) {
  for (const language of languages) {
    const name = storedFile?.[language];
    if (name === undefined || name === before?.storedFile?.[language]) continue;
    if ((await storage.sizeOf(name)) === null) refuse(fieldIn("file", language), "forms:pdfGone");
  }
}

type Row = ReturnType<typeof catalogueRow> & Pick<Product, "file" | "storedFile">;

/** Names of what differs, for the audit trail. Files of the brand that are stored elsewhere now are the same. */
function changedFields(before: Product, after: Row): string[] {
  const { storedFile: _, currency: __, ...compared } = after;
  const names = Object.keys(compared) as (keyof typeof compared)[]; // its keys
  const isOtherFile =
    before.storedFile !== null && !isDeepStrictEqual(before.storedFile, after.storedFile);
  return names.filter(
    (name) =>
      !isDeepStrictEqual(before[name], after[name]) ||
      (name === "price" && before.currency !== after.currency) ||
      (name === "file" && isOtherFile),
  );
}

/** Who changes an extra. `confirmed` runs the transaction where the password was given. */
type By = {
  session: Session;
  actor: Actor;
  confirmed: ((work: (tx: Database) => Promise<Product>) => Promise<Product>) | null;
};

/** Time in which a price is compared with the highest: it could fall in steps. */
const priceMemoryMs = 30 * dayMs;

/** Returns the parts of a change with which a stolen admin session could do most harm. */
async function dangersOf(
  tx: Database,
  { before, after, now }: { before: Product; after: Row; now: Date },
): Promise<("extra-file-replaced" | "extra-price-cut")[]> {
  const { sku, storedFile, file, price } = before;
  const isOtherFile = !isDeepStrictEqual(storedFile ?? file, after.storedFile ?? after.file);
  const hadFile = file !== null && isOtherFile && !isSameBrandFile(before, after);
  const since = new Date(now.getTime() - priceMemoryMs);
  const highest = Math.max(price, await highestFormerPrice(tx, sku, since));
  return [
    ...(hadFile && (await wasSold(tx, sku)) ? (["extra-file-replaced"] as const) : []),
    ...(after.price * 10 < highest && after.price < price ? (["extra-price-cut"] as const) : []),
  ];
}

/** Whether the files are those that the brand brought, stored elsewhere now. */
const isSameBrandFile = (before: Product, after: Row) =>
  before.storedFile === null && isDeepStrictEqual(before.file, after.file);

/** Adds an extra, and records that. Throws `slug-taken`, and 400 that names the field. */
async function addToCatalogue(
  services: ExtraServices,
  written: WrittenExtra,
  actor: Actor,
): Promise<Product> {
  const { database, now } = services;
  const name = fieldIn("name", leadLanguage(services.brand.languages));
  const sku = slugOf(written[name]).slice(0, 64).replace(/-$/, "");
  if (sku === "") refuse(name, "forms:invalid");
  const described = catalogueRow(written, await findCurrency(database));
  const row = { ...described, ...(await chooseFiles(services, written, null)) };
  return withContentLock(database, async (tx) => {
    await requireStored(services, row, null);
    const position = sql`(select coalesce(max(position), 0) + 1 from ${products})`;
    const [added] = await tx
      .insert(products)
      .values({ ...row, sku, kind: "extra", origin: "portal", period: null, position })
      .onConflictDoNothing()
      .returning();
    if (!added) throw new ApiError("slug-taken");
    await recordAct(tx, {
      act: "extra-added",
      at: now(),
      actor,
      subjectId: null,
      details: { sku },
    });
    return added;
  });
}

/**
 * Changes an extra, and records which fields. Nothing happens if none differs. Throws `not-found`, `conflict` if it has another
 * revision by now, and 400 that names the field: `password` for what has to be confirmed with it.
 */
async function changeInCatalogue(
  services: ExtraServices,
  { sku, revision, written }: { sku: string; revision: number; written: WrittenExtra },
  { session, actor, confirmed }: By,
): Promise<Product> {
  const { database, now } = services;
  const described = catalogueRow(written, await findCurrency(database));
  const seen = await findProduct(database, sku);
  if (seen?.kind !== "extra") throw new ApiError("not-found");
  const row = { ...described, ...(await chooseFiles(services, written, seen)) };
  const transact = confirmed ?? ((work) => database.transaction(work));
  return transact(async (outer) =>
    withContentLock(outer, async (tx) => {
      const before = await lockExtra(tx, sku);
      if (!before) throw new ApiError("not-found");
      const fields = changedFields(before, row);
      if (fields.length === 0) return before;
      if (before.revision !== revision) throw new ApiError("conflict");
      await requireStored(services, row, before);
      const dangers = await dangersOf(tx, { before, after: row, now: now() });
      if (dangers.length > 0 && !confirmed) {
        throw new ApiError("validation", { fields: { password: "forms:required" } });
      }
      for (const act of dangers) {
        await mailAdmins(services, tx, {
          act,
          what: localised(before.name, leadLanguage(services.brand.languages)),
          session,
          actor,
        });
      }
      // It is the portal's own from now on.
      const revised = { origin: "portal", revision: before.revision + 1 } as const;
      const after = { ...before, ...row, ...revised };
      await tx.update(products).set(after).where(eq(products.sku, sku));
      await recordAct(tx, {
        act: "extra-changed",
        at: now(),
        actor,
        subjectId: null,
        details: {
          sku,
          fields: fields.join(", "),
          ...(fields.includes("price") && { formerPrice: before.price }),
        },
      });
      return after;
    }),
  );
}

/** The extras, for admins who edit them in the studio (docs/decisions/0051-studio.md). */
export async function extraRoutes(app: FastifyInstance): Promise<void> {
  const { database, now, config, jobs } = app.portal;
  const { brandDir } = config;
  const services = () => ({
    database,
    now,
    jobs,
    brandDir,
    brand: app.portal.brand,
    storage: openMediaStorage(config),
  });
  const requireWritten = (written: WrittenExtra) =>
    refuseMissing(missingOfExtra(written, leadLanguage(app.portal.brand.languages)));

  serve(app, listStudioExtras, async () => {
    const extras = await database
      .select()
      .from(products)
      .where(eq(products.kind, "extra"))
      .orderBy(asc(products.position), asc(products.sku));
    return { currency: await findCurrency(database), items: extras.map(presentExtra) };
  });

  serve(app, addExtra, async ({ body }, request) => {
    requireWritten(body);
    return presentExtra(await addToCatalogue(services(), body, actorOf(request)));
  });

  serve(app, changeExtra, async ({ params, body }, request) => {
    const { revision, password, ...written } = body;
    requireWritten(written);
    const session = requireAdmin(request);
    const entered = { session, ip: request.ip, field: "password" };
    const confirmed =
      password === undefined
        ? null
        : (await requirePassword(app.portal, { ...entered, password })).act;
    const by = { session, actor: actorOf(request), confirmed };
    return presentExtra(await changeInCatalogue(services(), { ...params, revision, written }, by));
  });

  serve(app, uploadExtraFile, ({ query: { name }, body }) =>
    storePdf(body, name, openMediaStorage(config)),
  );

  serve(app, getExtraFile, async ({ params: { sku, language } }) => {
    const extra = await findProduct(database, sku);
    if (!extra) throw new ApiError("not-found");
    return (await openExtraFile(services(), extra, language)).body;
  });
}
