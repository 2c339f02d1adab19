import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { importCatalogue } from "./modules/billing/catalogue/import-catalogue.ts";
import { readBrand } from "./brand.ts";
import { openCommandChannel } from "./cli/channel/command-channel.ts";
import type { Config } from "./config.ts";
import { contentFolder } from "./modules/library/sync/content-folder.ts";
import { importContent } from "./modules/library/sync/import-content.ts";
import { connect } from "./infra/database/connect.ts";
import { seedDemo, type DemoAccess } from "./demo/seed.ts";
import { createMailer, type Mailer } from "./infra/mail/mailer.ts";
import type { PaymentProvider } from "./modules/billing/payments/provider.ts";
import { sandboxPayments } from "./modules/billing/payments/sandbox/sandbox.ts";
import type { Portal } from "./portal.ts";

/** Where `vite build` puts the renderer. */
export const builtRenderer = fileURLToPath(new URL("../dist/renderer", import.meta.url));

/** What a test or a command chooses in place of the real thing. */
export type Overrides = {
  now?: () => Date;
  mailer?: Mailer;
  payments?: PaymentProvider;
  /** Folder of the built renderer; null: no pages are served. */
  rendererFolder?: string | null;
};

export type RunningServer = {
  /** Where it is reached on this machine: `http://127.0.0.1:4000`. */
  origin: string;
  portal: Portal;
  app: FastifyInstance;
  /** The demo accounts, where they are seeded. */
  demo: DemoAccess | null;
  close(): Promise<void>;
};

/** Listens, and tells the address that it was given. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  await app.listen({ host, port });
  const bound = app.server.address() as AddressInfo; // not a pipe: it listens on a host and a port
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return `http://${name}:${bound.port}`;
}

/**
 * Starts the portal's API with its pages: connects and migrates the database, brings catalogue and
 * content up to date, seeds the demo where configured, listens. Without a public URL the address it
 * listens on is where mails lead. Rejects with ConfigError, DatabaseInUseError, ContentError, or what
 * listening throws; nothing is left open then.
 */
export async function startServer(
  config: Config,
  overrides: Overrides = {},
): Promise<RunningServer> {
  const connection = await connect(config);
  const { database } = connection;
  let app: FastifyInstance | null = null;
  const close = async () => {
    await app?.close();
    await connection.close();
  };
  try {
    const brand = await readBrand();
    const mailer: Mailer = {
      send: (mail) => sender.send(mail),
      rehearse: (mail) => sender.rehearse(mail),
    };
    const portal: Portal = {
      config: { ...config },
      brand,
      database,
      listen: connection.listen,
      mailer,
      payments: overrides.payments ?? sandboxPayments(),
      now: overrides.now ?? (() => new Date()),
    };
    const rendererFolder = overrides.rendererFolder ?? builtRenderer;
    app = await buildApp(portal, overrides.rendererFolder === null ? {} : { rendererFolder });
    const sender = overrides.mailer ?? createMailer(config, brand, app.log);
    await importCatalogue(database, { demo: config.seedDemo });
    await importContent(database, contentFolder);
    const demo = config.seedDemo ? await seedDemo(portal) : null;
    const origin = await listen(app, config);
    portal.config.publicUrl ??= origin;
    const closeChannel = await openCommandChannel(app, origin);
    return {
      origin,
      portal,
      app,
      demo,
      close: async () => {
        await closeChannel();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
