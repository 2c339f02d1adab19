import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { dayMs, hourMs } from "#shared/durations.ts";
import { type PgColumn, lte } from "#api/infra/database/drizzle.ts";
import { contentSyncRuns } from "#api/infra/content-folder/schema.ts";
import { bouncedAddresses } from "#api/infra/mail/schema.ts";
import { rateLimits } from "#api/infra/throttle/schema.ts";
import {
  emailChanges,
  idempotencyKeys,
  loginChallenges,
  loginCodes,
  oneTimeTokens,
  passkeyChallenges,
  sessions,
  setUps,
  signUps,
} from "#api/modules/accounts/schema.ts";
import { keyLifeMs } from "#api/modules/accounts/idempotency.ts";
import { sessionIdleLifeMs } from "#api/modules/accounts/sessions.ts";
import { leavingLifeMs } from "#api/modules/billing/leaving.ts";
import {
  cancellationReasons,
  cardSetups,
  providerEvents,
  usedTrials,
} from "#api/modules/billing/schema.ts";
import { usedTrialRetentionMs } from "#api/modules/billing/trial.ts";
import { mailingRecipients } from "#api/modules/mailings/schema.ts";
import { importDays } from "#shared/api/member-imports.ts";
import { memberActs, memberImports, memberNotes } from "#api/modules/members/schema.ts";
import { undoableForMs } from "#api/modules/members/undo.ts";
import { readerRequests } from "#api/modules/readers/schema.ts";
import { contactMessages } from "#api/modules/contact/schema.ts";
import { webhookDeliveries } from "#api/modules/webhooks/schema.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import type { Portal } from "#api/portal.ts";

/** A time of a table, and how long after it a row is deleted. */
export type Limit = { column: PgColumn; afterMs: number };

/** How long rows are retained; the first limit that is over counts. docs/operation.md has the list in words. */
export const limits: readonly Limit[] = [
  { column: sessions.expiresAt, afterMs: 0 },
  { column: sessions.lastSeenAt, afterMs: sessionIdleLifeMs },
  { column: signUps.expiresAt, afterMs: 0 },
  { column: loginCodes.expiresAt, afterMs: 0 },
  // A later start goes on with what was entered.
  { column: setUps.endsAt, afterMs: 30 * dayMs },
  { column: emailChanges.expiresAt, afterMs: 0 },
  { column: oneTimeTokens.expiresAt, afterMs: 0 },
  { column: loginChallenges.expiresAt, afterMs: 0 },
  { column: passkeyChallenges.expiresAt, afterMs: 0 },
  { column: rateLimits.expiresAt, afterMs: 0 },
  { column: idempotencyKeys.createdAt, afterMs: keyLifeMs },
  { column: readerRequests.expiresAt, afterMs: 0 },
  // Then mails are tried there again.
  { column: bouncedAddresses.bouncedAt, afterMs: 365 * dayMs },
  // As long as they can be undone.
  { column: memberActs.createdAt, afterMs: undoableForMs },
  { column: memberNotes.deletedAt, afterMs: undoableForMs },
  // With their lines, whose outcomes are only of interest soon after the import.
  { column: memberImports.createdAt, afterMs: importDays * dayMs },
  // A page for another card can be used for a day.
  { column: cardSetups.createdAt, afterMs: 25 * hourMs },
  // Longer than an account: each person gets one trial.
  { column: usedTrials.usedAt, afterMs: usedTrialRetentionMs },
  // Providers repeat a message for some days at most.
  { column: providerEvents.receivedAt, afterMs: 90 * dayMs },
  // Their reports were printed.
  { column: contentSyncRuns.createdAt, afterMs: 7 * dayMs },
  // Mails are tried for three days, and those that were given up can be tried again for 14 more.
  { column: mailingRecipients.enqueuedAt, afterMs: 35 * dayMs },
  // The board counts twelve months.
  { column: cancellationReasons.createdAt, afterMs: leavingLifeMs },
  // Tried for three days; those that were given up can be sent again until then.
  { column: webhookDeliveries.createdAt, afterMs: 30 * dayMs },
  // Until claims arising from the matter have lapsed.
  { column: contactMessages.createdAt, afterMs: 3 * 365 * dayMs },
];

/** Tables with times that look like an end, whose rows something else deletes, or nothing. */
export const retainedOtherwise: Readonly<Record<string, string>> = {
  known_devices:
    "at most fifty a user, until the account is deleted: without any, no login would be a new device",
  invoices: "bookkeeping: retained as long as the law requires",
  shelf_visits: "until the account is deleted",
  studio_drafts: "its end is that of a secret preview; the working copy stays with its entry",
  webhooks: "until an admin deletes the receiver; the former secret signs nothing after its time",
  weekly_mails: "until the mails are switched off",
};

/** How long mails stay in the outbox, where no mail server is configured. */
export const outboxLifeMs = 30 * dayMs;

/** Deletes what is older than it may be, every hour. */
const purgeJob = defineJob({
  name: "portal.purge",
  payload: z.object({}),
  singleton: true,
  schedule: "10 * * * *",
});

/** Deletes old mails from the outbox. The age of a file is that of the machine's clock, not of the portal's. */
async function purgeOutbox(dataDir: string): Promise<void> {
  const folder = join(dataDir, "outbox");
  const names = await readdir(folder).catch(() => []); // no mail was ever written
  for (const name of names.filter((file) => file.endsWith(".eml"))) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null); // another process deletes, too
    if (found && found.mtimeMs <= Date.now() - outboxLifeMs) await rm(file, { force: true });
  }
}

/** Deletes everything whose time is over. */
export async function purge({
  database,
  now,
  config,
}: Pick<Portal, "database" | "now" | "config">): Promise<void> {
  for (const { column, afterMs: after } of limits) {
    await database.delete(column.table).where(lte(column, new Date(now().getTime() - after)));
  }
  await purgeOutbox(config.dataDir);
}

export const handlePurge = (portal: Portal): void =>
  portal.jobs.handle(purgeJob, () => purge(portal));
