import type { FastifyBaseLogger } from "fastify";
import type { Brand } from "../src-shared/brand.ts";
import type { MembershipHolder } from "../src-shared/active-member.ts";
import type { Language } from "../src-shared/languages.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/connect.ts";
import type { Listen } from "./database/listen.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { PaymentProvider } from "./payments/provider.ts";

/** What every route works with. Handed in, so that tests choose clock, database, mails and provider. */
export type Portal = {
  config: Config;
  brand: Brand;
  database: Database;
  /** Hears what other processes on the same database tell. */
  listen: Listen;
  mailer: Mailer;
  payments: PaymentProvider;
  /** The only clock of the API. */
  now: () => Date;
};

/** A live session, loaded from its Bearer token. */
export type Session = MembershipHolder & {
  id: string;
  userId: string;
  email: string;
  name: string;
  language: Language;
  subscriptionPending: boolean;
};

declare module "fastify" {
  interface FastifyInstance {
    portal: Portal;
  }
  interface FastifyRequest {
    /** Null without a token, and with a dead one. */
    session: Session | null;
    /** Negotiated from Accept-Language. */
    language: Language;
  }
}

export type Logger = FastifyBaseLogger;
