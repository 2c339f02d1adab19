import type { FastifyInstance } from "fastify";
import type { Brand } from "../src-shared/brand.ts";
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
  /** Where the files of media lie. */
  contentFolder?: string;
};

/** A part of the portal with tables, rules and endpoints of its own. */
export type PortalModule = {
  name: string;
  /** Registers the module's endpoints below `/api`. */
  routes: (app: FastifyInstance, folders: AppFolders) => Promise<void>;
};

declare module "fastify" {
  interface FastifyInstance {
    portal: Portal;
  }
}
