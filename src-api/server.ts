import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { openCommandChannel } from "./cli/channel/command-channel.ts";
import type { Config } from "./config.ts";
import { contentSync } from "./content-sync.ts";
import { contentFolderOf, contentFolderState } from "./infra/content-folder/content-folder.ts";
import { openClock } from "./infra/clock/clock.ts";
import { announceShutdown, type CloseLimits } from "./http/graceful-close.ts";
import { requireDataDir } from "./infra/folders.ts";
import { lockDataDir } from "./infra/data-dir-lock.ts";
import { connect } from "./infra/database/connect.ts";
import { refuseDemoAccounts } from "./demo/demo-accounts.ts";
import { seedDemo, type DemoAccess } from "./demo/seed.ts";
import { Jobs } from "./infra/jobs/jobs.ts";
import { openDataKey } from "./infra/secrets/data-key.ts";
import { isDatabaseWritable, requireDisk } from "./infra/disk.ts";
import { createSealer } from "./infra/secrets/sealer.ts";
import {
  markMedia,
  requireMediaDir,
  watchSeparateMedia,
} from "./infra/media-storage/shared-media.ts";
import { recordBounce } from "./infra/mail/bounces.ts";
import { createMailer, type Mailer } from "./infra/mail/mailer.ts";
import { warnOfMailServer } from "./infra/mail/mail-server.ts";
import { nameSettingsFile } from "./settings.ts";
import { measureMail } from "./infra/metrics/metric-events.ts";
import type { MetricSources } from "./infra/metrics/metrics.ts";
import { watchPublicContent } from "./infra/public-content/public-content.ts";
import { removeUnprovenFactors } from "./modules/accounts/second-factor.ts";
import { renewSetUpAddress } from "./modules/accounts/set-up.ts";
import { readInstalledBrand } from "./modules/settings/module.ts";
import { importCatalogue } from "./modules/billing/catalogue.ts";
import { openPayments } from "./modules/billing/provider.ts";
import type { Payments } from "./infra/payment-provider.ts";
import type { Portal } from "./portal.ts";
import { warnOfDemoSeller } from "./seller-warning.ts";

/** Output folder of `vite build`. */
export const builtRenderer = fileURLToPath(new URL("../dist/renderer", import.meta.url));

/** Replacements chosen by a test or a command. */
export type Overrides = {
  now?: () => Date;
  mailer?: Mailer;
  payments?: Payments;
  /** How long closing waits for jobs under way, in ms. */
  jobsCloseWait?: number;
  /** Folder of the built renderer; null: no pages are served. */
  rendererFolder?: string | null;
};

export type RunningServer = {
  /** Origin of the server on this machine: `http://127.0.0.1:4000`. */
  origin: string;
  portal: Portal;
  app: FastifyInstance;
  demo: DemoAccess | null;
  /** Address at which the first admin is made, in a portal without one. */
  setUpAddress: string | null;
  /** Ends everything, within the given limits. */
  close(limits?: Partial<CloseLimits>): Promise<void>;
};

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  await app.listen({ host, port });
  const bound = app.server.address() as AddressInfo; // not a pipe: listens on host and port
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return `http://${name}:${bound.port}`;
}

/** Connects the database and its jobs; `opened` closes both. `senders.mailer` is set later: it needs the app's log. */
async function openPortal(config: Config, overrides: Overrides, opened: AsyncDisposableStack) {
  await contentFolderState(contentFolderOf(config));
  await requireMediaDir(config);
  await requireDisk(config);
  const instance = config.databaseUrl ? await markMedia(config) : undefined;
  const connection = await connect(config, instance);
  opened.defer(() => connection.close());
  if (!config.seedDemo) await refuseDemoAccounts(connection.database);
  const dataKey = await openDataKey(connection.database, config.dataDir);
  const { now, testClock, close } = await openClock(config, connection, overrides.now);
  opened.defer(close);
  const publicContent = await watchPublicContent(connection.listen);
  opened.defer(() => publicContent.close());
  const { jobsCloseWait: closeWait } = overrides;
  const jobs = new Jobs(connection.jobStore, {
    key: dataKey,
    hasRoom: () => isDatabaseWritable(config),
    ...(closeWait && { closeWait }),
  });
  opened.defer(() => jobs.close());
  const senders = { mailer: overrides.mailer };
  const sender = () => {
    if (!senders.mailer) throw new Error("A mail was sent before the start was complete.");
    return senders.mailer;
  };
  const portal: Portal = {
    config: { ...config },
    brand: await readInstalledBrand(config, connection.database),
    database: connection.database,
    listen: connection.listen,
    publicContent,
    dump: connection.dump,
    mailer: {
      send: (mail) => measureMail(sender().send(mail)),
      sendDummy: (mail) => sender().sendDummy(mail),
    },
    jobs,
    sealer: createSealer(dataKey),
    payments:
      overrides.payments ?? (await openPayments({ database: connection.database, now }, config)),
    now,
    testClock,
  };
  return { portal, senders, instance, poolUse: connection.poolUse };
}

/** Opens the metrics if they are configured, and serves them; their library is only loaded here. */
async function openMetrics(
  { metrics }: Config,
  sources: MetricSources,
  opened: AsyncDisposableStack,
) {
  if (!metrics) return null;
  const { createMetrics, serveMetrics } = await import("./infra/metrics/metrics.ts");
  const measured = createMetrics(sources);
  opened.defer(() => measured.close());
  const server = await serveMetrics(metrics, measured.render);
  opened.defer(() => server.close());
  return measured;
}

/** Opens the traces if they are configured; their libraries are only loaded here. */
async function openTraces({ tracing }: Config, opened: AsyncDisposableStack) {
  if (!tracing) return null;
  const { openTracing } = await import("./tracing/tracing.ts");
  const traces = openTracing(process.env);
  opened.defer(() => traces.close());
  return traces;
}

/** Removes the factors that do not count where they are required of admins, and logs how those get others. */
async function requireFactors(portal: Portal, log: Pick<FastifyBaseLogger, "warn">): Promise<void> {
  const admins = await removeUnprovenFactors(portal);
  if (admins === 0) return;
  log.warn(
    { admins },
    "removed second factors and passkeys of admins, which were added by a password alone while none was required; a code for a new one: npm run users -- enrol-factor <address>",
  );
}

/** Starts everything, and has `opened` close it. */
async function open(config: Config, overrides: Overrides, opened: AsyncDisposableStack) {
  await requireDataDir(config.dataDir);
  // The embedded database locks the folder itself.
  if (config.databaseUrl) opened.defer(await lockDataDir(config.dataDir));
  const tracing = await openTraces(config, opened);
  const { portal, senders, instance, poolUse } = await openPortal(config, overrides, opened);
  const { jobs } = portal;
  const { rendererFolder = builtRenderer } = overrides;
  const metrics = await openMetrics(config, { jobs, poolUse }, opened);
  const app = await buildApp(portal, {
    ...(rendererFolder !== null && { rendererFolder }),
    ...(metrics && { answered: metrics.answered }),
    ...(tracing && { tracing }),
  });
  opened.defer(() => app.close());
  senders.mailer ??= createMailer(
    config,
    () => portal.brand,
    app.log,
    (email, reason) => recordBounce(portal.database, { email, reason, bouncedAt: portal.now() }),
  );
  if (config.adminSecondFactor === "required") await requireFactors(portal, app.log);
  await warnOfDemoSeller(portal, app.log);
  if (instance !== undefined)
    opened.defer(await watchSeparateMedia(portal, instance, { log: app.log }));
  const syncOwnContent = contentSync(portal, app.log);
  await jobs.prepare(app.log);
  const changedInStudio = await importCatalogue(portal, { demo: config.seedDemo });
  if (changedInStudio.length > 0) {
    app.log.info(
      `Changed in the studio, so catalogue.json does not apply: ${changedInStudio.join(", ")}.`,
    );
  }
  await syncOwnContent();
  const demo = config.seedDemo ? await seedDemo(portal) : null;
  const origin = await listen(app, config);
  portal.config.publicUrl ??= origin;
  const setUpAddress = await renewSetUpAddress(portal);
  await jobs.work();
  if (!overrides.mailer)
    void warnOfMailServer(config, (text) => app.log.warn(nameSettingsFile(text)));
  opened.defer(await openCommandChannel(app, origin));
  return { origin, portal, app, demo, setUpAddress };
}

/**
 * Starts the API with its pages: connects and migrates the database, updates catalogue and content,
 * seeds the demo data if configured, and listens. Without a public URL, mails link to the address
 * it listens on. Rejects with a ConfigError, DataDirInUseError, FolderError, DataKeyError, DemoAccountsError, ContentError, or the error of
 * listening; nothing is left open then.
 */
export async function startServer(
  config: Config,
  overrides: Overrides = {},
): Promise<RunningServer> {
  const opened = new AsyncDisposableStack();
  try {
    const server = await open(config, overrides, opened);
    const close = async (limits?: Partial<CloseLimits>) => {
      Object.assign(server.app.closeLimits, limits);
      await announceShutdown(server.app);
      await opened.disposeAsync();
    };
    return { ...server, close };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}
