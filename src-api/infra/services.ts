import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";
import type { Database } from "./database/connect.ts";
import type { Listen } from "./database/listen.ts";
import type { Mailer } from "./mail/mail.ts";

/** Services that every module uses. Passed in, so that tests choose database, clock and mailer. */
export type Services = {
  config: Config;
  database: Database;
  /** Subscribes to notifications of other processes on the same database. */
  listen: Listen;
  mailer: Mailer;
  /** The only clock of the API. */
  now: () => Date;
};

export type Logger = FastifyBaseLogger;
