import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  changeColours,
  changeDownloads,
  changeEmbeds,
  changeLegal,
  changeLogo,
  changeOffer,
  changeSeller,
  changeTexts,
  changeWaysToPay,
  getSettings,
  removeLogo,
} from "#shared/api/settings.ts";
import type { LegalDocument } from "#shared/brand.ts";
import { isAccentReadable } from "#shared/colours.ts";
import {
  brandPicturePath,
  defaultBrandDir,
  isInFolder,
  readBrand,
  textsSchema,
  type InstalledBrand,
} from "#api/brand.ts";
import { actorOf } from "#api/http/actor.ts";
import { requireAdmin } from "#api/http/session.ts";
import { type Input, serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, sql } from "#api/infra/database/drizzle.ts";
import { businessDay, daysAfter } from "#api/infra/written-time.ts";
import { retryUntilDone } from "#api/infra/retry-until-done.ts";
import { requirePassword, signUps, users } from "#api/modules/accounts/module.ts";
import { isVersionBought } from "#api/modules/billing/module.ts";
import { chooseStandIns } from "#api/modules/library/module.ts";
import {
  downloadsOf,
  embedsOf,
  offerOf,
  readInstalledBrand,
  readSettings,
  settingsChannel,
} from "./installed-brand.ts";
import { readLogo, withLogo, type StoredLogos } from "./logo.ts";
import { brandSettings, legalTexts } from "./schema.ts";

type Written = { value: unknown; /** Of what the admin saw. */ revision: number };

/** Writes a setting. Returns its new revision; throws `conflict` if it has another one than the admin saw. */
async function write(tx: Database, name: string, { value, revision }: Written, changedAt: Date) {
  const changes = { value, changedAt, revision: revision + 1 };
  const [row] = await (revision === 0
    ? tx
        .insert(brandSettings)
        .values({ name, ...changes })
        .onConflictDoNothing()
        .returning()
    : tx
        .update(brandSettings)
        .set(changes)
        .where(and(eq(brandSettings.name, name), eq(brandSettings.revision, revision)))
        .returning());
  if (!row) throw new ApiError("conflict");
  return { revision: row.revision };
}

type Legal = Input<typeof changeLegal>;

/** Returns whether somebody has accepted a version of the terms, or is about to. */
const isAcceptedTerms = async (database: Database, version: string): Promise<boolean> =>
  (await database.$count(users, eq(users.termsVersion, version))) > 0 ||
  (await database.$count(signUps, eq(signUps.termsVersion, version))) > 0 ||
  isVersionBought(database, version);

/**
 * Stores a version of a legal text, which applies at once. Throws 400 for a day before the present version or after today; where
 * somebody has accepted today's, the next version has the day after.
 */
async function writeLegal(
  tx: Database,
  { params: { document }, body: { version, texts, revision } }: Legal,
  { brand, at }: { brand: InstalledBrand; at: Date },
) {
  const latest = brand.legalVersions[document];
  const isAccepted = document === "terms" && (await isAcceptedTerms(tx, latest));
  const first = isAccepted ? daysAfter(latest, 1) : latest;
  const today = businessDay(at, brand.timeZone);
  const refuse = (field: string, text: `forms:${string}`) =>
    new ApiError("validation", { fields: { [field]: text } });
  if (version < first) throw refuse("version", "forms:laterVersion");
  if (version > (first > today ? first : today)) throw refuse("version", "forms:future");
  const missing = brand.languages.find((language) => !texts[language]);
  if (missing) throw refuse(`texts.${missing}`, "forms:required");
  const written = Object.fromEntries(
    brand.languages.map((language) => [language, texts[language]]),
  );
  const changes = { changedAt: at, revision: revision + 1 };
  await tx
    .insert(legalTexts)
    .values({ document, version, texts: written, ...changes })
    .onConflictDoUpdate({
      target: [legalTexts.document, legalTexts.version],
      // A language that is turned off keeps its text.
      set: { ...changes, texts: sql`${legalTexts.texts} || excluded.texts` },
    });
  return { revision: revision + 1 };
}

/** Follows what admins change of the brand, and serves it to them. */
export async function settingsRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, config, now } = portal;

  let last: Promise<void> = Promise.resolve();
  /** Reads the brand anew, after all earlier calls: an older one never replaces a newer one. */
  const refresh = (): Promise<void> => {
    const read = async () => {
      portal.brand = await readInstalledBrand(config, database);
      // Shared answers were made with the former brand.
      portal.publicContent.changed();
    };
    last = last.then(read, read);
    return last;
  };
  const closing = new AbortController();
  const onFailure = (error: unknown) => app.log.error({ err: error }, "the settings were not read");
  const refreshInTheEnd = () => retryUntilDone(refresh, { signal: closing.signal, onFailure });
  if (!isInFolder(config)) {
    const stop = await portal.listen(settingsChannel, () => void refreshInTheEnd());
    app.addHook("onClose", async () => {
      closing.abort();
      await stop();
    });
  }

  /** Changes a setting, notes it in the audit trail, and tells every process; the next page has it. */
  const change = async <Result>(
    request: FastifyRequest,
    setting: string,
    work: (tx: Database) => Promise<Result>,
    transaction: (run: (tx: Database) => Promise<Result>) => Promise<Result> = (run) =>
      database.transaction(run),
  ): Promise<Result> => {
    const result = await transaction(async (tx) => {
      const done = await work(tx);
      await recordAct(tx, {
        act: "setting-changed",
        at: now(),
        actor: actorOf(request),
        subjectId: null,
        details: { setting },
      });
      await tx.execute(sql`select pg_notify(${settingsChannel}, ${setting})`);
      return done;
    });
    // It is stored: a database that fails right now does not make it undone.
    await refresh().catch(() => void refreshInTheEnd());
    return result;
  };

  const refuseInFolder = () => {
    if (isInFolder(config)) throw new ApiError("read-only");
  };

  const logoAddresses = () => ({
    onLight: brandPicturePath(portal.brand, "logo-mark.svg"),
    onDark: brandPicturePath(portal.brand, "logo-mark-on-dark.svg"),
  });

  /** The brand that the portal came with: its colours are turned into those of the owner. */
  const designed = await readBrand(defaultBrandDir);

  serve(app, getSettings, async () => {
    // Another process may have changed them: revisions first, so that older values never have a newer one.
    const stored = isInFolder(config) ? null : await readSettings(database);
    const brand = stored ? await readInstalledBrand(config, database) : portal.brand;
    const legal = (document: LegalDocument) => ({
      version: brand.legalVersions[document],
      texts: Object.fromEntries(
        brand.languages.map((language) => [language, brand.legal[document][language]]),
      ),
      revision: stored?.legal(document)?.revision ?? 0,
    });
    return {
      folder: stored ? null : config.brandDir,
      seller: {
        name: brand.name,
        owner: brand.owner,
        contactEmail: brand.contactEmail,
        address: brand.address,
        country: brand.country ?? "",
        timeZone: brand.timeZone,
        taxId: brand.taxId ?? "",
        receiptPrefix: brand.receiptPrefix,
        social: brand.social,
        revision: stored?.seller?.revision ?? 0,
      },
      colours: {
        chosen: stored?.colours?.value ?? null,
        designed: designed.colours,
        revision: stored?.colours?.revision ?? 0,
      },
      offer: { ...offerOf(brand), revision: stored?.offer?.revision ?? 0 },
      downloads: { ...downloadsOf(brand), revision: stored?.downloads?.revision ?? 0 },
      waysToPay: { ways: brand.waysToPay ?? [], revision: stored?.waysToPay?.revision ?? 0 },
      embeds: { ...embedsOf(brand), revision: stored?.embeds?.revision ?? 0 },
      texts: Object.fromEntries(
        brand.languages.map((language) => [
          language,
          { texts: brand.texts[language], revision: stored?.texts(language)?.revision ?? 0 },
        ]),
      ),
      legal: {
        terms: legal("terms"),
        privacy: legal("privacy"),
        regulations: legal("regulations"),
      },
      logo: {
        isOwn: Boolean(stored?.logos?.value),
        ...logoAddresses(),
        revision: stored?.logos?.revision ?? 0,
      },
    };
  });

  serve(app, changeSeller, async ({ body: { revision, ...value } }, request) => {
    refuseInFolder();
    return change(request, "seller", (tx) => write(tx, "seller", { value, revision }, now()));
  });

  serve(app, changeColours, async ({ body: { revision, ...value } }, request) => {
    refuseInFolder();
    if (!isAccentReadable(value, designed.colours))
      throw new ApiError("validation", { fields: { accent: "forms:contrast" } });
    return change(request, "colours", (tx) => write(tx, "colours", { value, revision }, now()));
  });

  serve(app, changeOffer, async ({ body: { revision, ...value } }, request) => {
    refuseInFolder();
    return change(request, "offer", async (tx) => {
      const written = await write(tx, "offer", { value, revision }, now());
      await chooseStandIns(tx, value.languages);
      return written;
    });
  });

  serve(app, changeDownloads, async ({ body: { revision, ...value } }, request) => {
    refuseInFolder();
    return change(request, "downloads", (tx) => write(tx, "downloads", { value, revision }, now()));
  });

  serve(app, changeEmbeds, async ({ body: { revision, ...value } }, request) => {
    refuseInFolder();
    return change(request, "embeds", (tx) => write(tx, "embeds", { value, revision }, now()));
  });

  serve(app, changeWaysToPay, async ({ body: { revision, ...value } }, request) => {
    refuseInFolder();
    return change(request, "waysToPay", (tx) => write(tx, "waysToPay", { value, revision }, now()));
  });

  serve(app, changeTexts, async ({ params: { language }, body: { texts, revision } }, request) => {
    refuseInFolder();
    const parsed = textsSchema.safeParse(texts);
    if (!parsed.success) {
      const fields = parsed.error.issues.map(({ path }) => [path.join("."), "forms:required"]);
      throw new ApiError("validation", { fields: Object.fromEntries(fields) });
    }
    const name = `texts/${language}`;
    return change(request, name, (tx) => write(tx, name, { value: texts, revision }, now()));
  });

  serve(app, changeLegal, async (input, request) => {
    refuseInFolder();
    const session = requireAdmin(request);
    const { document } = input.params;
    const { password, revision } = input.body;
    const entered = { session, ip: request.ip, password, field: "password" };
    const { act } = await requirePassword(portal, entered);
    const work = async (tx: Database) => {
      // One at a time, so that two admins never overwrite each other.
      await tx.execute(sql`lock table ${legalTexts} in exclusive mode`);
      const latest = (await readSettings(tx)).legal(document);
      if ((latest?.revision ?? 0) !== revision) throw new ApiError("conflict");
      return writeLegal(tx, input, { brand: await readInstalledBrand(config, tx), at: now() });
    };
    return change(request, `legal/${document}`, work, act);
  });

  serve(app, changeLogo, async ({ query: { ground, revision }, body }, request) => {
    refuseInFolder();
    const logo = await readLogo(body);
    await change(request, "logos", async (tx) => {
      const stored = (await readSettings(tx)).logos;
      const value: StoredLogos = withLogo(stored?.value ?? null, ground, logo);
      await write(tx, "logos", { value, revision }, now());
    });
    return logoAddresses();
  });

  serve(app, removeLogo, async ({ query: { revision } }, request) => {
    refuseInFolder();
    await change(request, "logos", (tx) => write(tx, "logos", { value: {}, revision }, now()));
    return logoAddresses();
  });
}
