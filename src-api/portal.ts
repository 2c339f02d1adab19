import type { FastifyInstance } from "fastify";
import type { User } from "#shared/api/user.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import type { Part } from "#shared/routes.ts";
import type { SessionPosition } from "#shared/training.ts";
import type { PgColumn } from "./infra/database/drizzle.ts";
import type { InstalledBrand } from "./brand.ts";
import type { Session } from "./http/session.ts";
import type { ContentSync } from "./infra/content-folder/sync-content.ts";
import type { Database } from "./infra/database/connect.ts";
import type { Services } from "./infra/services.ts";
import type { Payments } from "./infra/payment-provider.ts";

/** The services and the settings of an installation, passed to every module. */
export type Portal = Services & {
  brand: InstalledBrand;
  payments: Payments;
};

export type Enqueuing = { jobs: Pick<Portal["jobs"], "enqueue"> };

/** What taking, settling and trying payments needs. */
export type PaymentPortal = Pick<Portal, "database" | "brand" | "now" | "payments"> & Enqueuing;

/** A portal for functions that work in the transaction of their caller, which they get beside it: `(portal, tx, …)`. */
export type TransactionPortal = Omit<PaymentPortal, "database">;

/** A foreign key to `users`, and what happens to its rows. */
type OwnedColumn = {
  column: PgColumn;
  /** When the user is deleted: the rows are deleted too, or kept without the user. */
  onDelete: "cascade" | "set null";
  /** When the account is merged into another one: the rows move there, or are deleted with the account. */
  onMerge: "move" | "delete";
  /**
   * A row is an address that works without a session: it ends when everybody is locked out of the account. One that an admin made of what
   * is not the admin's own also ends with the role and with a new password.
   */
  isSecretAddress?: "own" | "of-admin";
};

/** What a module stores about users. Export, deletion and merging of accounts derive from it. */
export type OwnedData = {
  /** Every foreign key to `users`; a test compares them with the database. */
  columns: readonly OwnedColumn[];
  /** Returns what is stored about a user, without secrets. `email` is null while no address is proven. */
  exportData: (
    database: Database,
    user: { id: string; email: string | null },
  ) => Promise<Record<string, unknown>>;
  /** Fields of the export that belong to a part: left out while it is off. */
  exportedParts?: Record<string, Part>;
  /** Merges into `to` what cannot be moved row by row, in the transaction that then deletes the accounts `from`. */
  mergeData?: (
    database: Database,
    accounts: { from: readonly string[]; to: string },
  ) => Promise<void>;
};

export type MovedEntry = { kind: ContentKind; from: string; to: string };

/** What a module's routes are registered with. */
export type RouteSetup = { modules: readonly PortalModule[] };

/** A module of the API: it owns its tables, rules, endpoints and jobs. */
export type PortalModule = {
  name: string;
  /** Registers the module's endpoints below `/api`. */
  routes?: (app: FastifyInstance, setup: RouteSetup) => Promise<void>;
  /** Returns what brings the module's content in line with a content folder. */
  contentSyncs?: (
    services: Pick<Portal, "database" | "config" | "now" | "brand">,
    folder: string,
  ) => ContentSync[];
  /** Registers the handlers of the module's jobs. */
  jobs?: (portal: Portal) => void;
  ownedData?: OwnedData;
  /** Follows an entry of the library to another address, in the transaction that changes it. */
  entryMoved?: (database: Database, moved: MovedEntry) => Promise<void>;
  /** Drops what waited for entries that were withdrawn before they appeared, in the transaction that withdraws one. */
  entryWithdrawn?: (database: Database) => Promise<unknown>;
  /** Follows the sessions of a protocol to other places, in the transaction that moves them. */
  sessionsMoved?: (
    database: Database,
    slug: string,
    positionAfter: (place: SessionPosition) => SessionPosition,
  ) => Promise<void>;
  /** Follows a registration, in the transaction that creates the account. */
  accountCreated?: (
    database: Database,
    account: { email: string; language: Language; wantsNews: boolean },
    at: Date,
  ) => Promise<void>;
  /** Returns what the module adds to the user of a session whenever an answer shows that user. */
  describeUser?: (portal: Portal, session: Session) => Promise<Partial<User>>;
};

declare module "fastify" {
  interface FastifyInstance {
    portal: Portal;
  }
}
