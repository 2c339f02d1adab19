import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../infra/database/connect.ts";
import { providerEvents } from "./schema.ts";

export type EventKey = { provider: string; id: string };

const isEvent = ({ provider, id }: EventKey) =>
  and(eq(providerEvents.provider, provider), eq(providerEvents.id, id));

/** Records an event whose effect is stored in the same transaction. False when it was recorded before. */
export async function recordEvent(
  tx: Database,
  event: EventKey & { type: string },
  now: Date,
): Promise<boolean> {
  const recorded = await tx
    .insert(providerEvents)
    .values({ ...event, receivedAt: now, processedAt: now })
    .onConflictDoNothing()
    .returning({ id: providerEvents.id });
  return recorded.length > 0;
}

/** Records that an event has arrived. False when its effect was stored before. */
export async function receiveEvent(
  database: Database,
  event: EventKey & { type: string },
  now: Date,
): Promise<boolean> {
  const { provider, id, type } = event;
  await database
    .insert(providerEvents)
    .values({ provider, id, type, receivedAt: now, processedAt: null })
    .onConflictDoNothing();
  const [row] = await database
    .select({ processedAt: providerEvents.processedAt })
    .from(providerEvents)
    .where(isEvent(event));
  return row?.processedAt === null;
}

/** Marks an event as processed, in the transaction of its effect. False when another process was faster. */
export async function finishEvent(tx: Database, event: EventKey, now: Date): Promise<boolean> {
  const finished = await tx
    .update(providerEvents)
    .set({ processedAt: now })
    .where(and(isEvent(event), isNull(providerEvents.processedAt)))
    .returning({ id: providerEvents.id });
  return finished.length > 0;
}

/** Records which invoice's payment an event disputes. */
export const setDisputed = (tx: Database, event: EventKey, invoiceId: string) =>
  tx.update(providerEvents).set({ invoiceId }).where(isEvent(event));
