import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#api/config.ts";
import type { TestClock } from "./clock/clock.ts";
import type { Database } from "./database/connect.ts";
import type { Listen } from "./database/listen.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Sealer } from "./secrets/sealer.ts";
import type { Mailer } from "./mail/mail.ts";
import type { PublicContent } from "./public-content/public-content.ts";

/** Services that every module uses. Passed as arguments, so that tests choose database, clock and mailer. */
export type Services = {
  config: Config;
  database: Database;
  /** Subscribes to notifications of other processes on the same database. */
  listen: Listen;
  /** Tells when something that everybody sees has changed. */
  publicContent: PublicContent;
  /** Returns a consistent copy of the embedded database as tar.gz; null with PostgreSQL. */
  dump: (() => Promise<Blob>) | null;
  mailer: Mailer;
  /** Queue of durable jobs (docs/decisions/0006-durable-jobs.md). */
  jobs: Jobs;
  /** Encrypts what the database alone must not reveal. */
  sealer: Sealer;
  /** Returns the current time; the API uses no other clock. */
  now: () => Date;
  /** Moves that time where testers may (`TEST_CLOCK=1`); null elsewhere. */
  testClock: TestClock | null;
};

export type Logger = FastifyBaseLogger;
