import type { FastifyInstance } from "fastify";
import type { Brand } from "../src-shared/brand.ts";
import type { ContentSync } from "./infra/content-folder/sync-content.ts";
import type { Services } from "./infra/services.ts";
import type { PaymentProvider } from "./modules/billing/payments/provider.ts";

/** What every module works with: the services, and what an installation chooses. */
export type Portal = Services & {
  brand: Brand;
  payments: PaymentProvider;
};

/** Folders that the server reads files from; absolute paths. */
export type AppFolders = {
  /** The built renderer; without it no page is served. */
  rendererFolder?: string;
};

/** A part of the portal with tables, rules and endpoints of its own. */
export type PortalModule = {
  name: string;
  /** Registers the module's endpoints below `/api`. */
  routes: (app: FastifyInstance) => Promise<void>;
  /** Returns what brings the module's content in line with a content folder. */
  contentSyncs?: (services: Pick<Services, "database">, folder: string) => ContentSync[];
  /** Names what runs the module's jobs. */
  jobs?: (portal: Portal) => void;
};

declare module "fastify" {
  interface FastifyInstance {
    portal: Portal;
  }
}
