import * as z from "zod/mini";
import { dayMs } from "#shared/durations.ts";

const time = z.iso.datetime();

/** How long an act can be undone; a repeated request is known for as long. */
export const undoableForMs = dayMs;

/** What undoing an act needs: what it left, which must still be so, and what was before. */
const undoSchema = z.discriminatedUnion("act", [
  z.object({
    act: z.literal("grant"),
    /** The end of the membership that was granted before; null: there was none. */
    before: z.nullable(z.object({ endsAt: z.nullable(time) })),
    endsAt: z.nullable(time),
  }),
  z.object({
    act: z.literal("extend"),
    before: z.object({ endsAt: time, anchorAt: z.nullable(time) }),
    endsAt: time,
  }),
  z.object({ act: z.literal("end") }),
  z.object({ act: z.literal("delete-note"), noteId: z.uuid() }),
]);
export type Undo = z.infer<typeof undoSchema>;

/** A membership that is in force, as far as undoing an act depends on it. */
export type LiveMembership = {
  source: "purchase" | "grant";
  endsAt: Date | null;
  cancelAtPeriodEnd: boolean;
};

const isSame = (end: Date | null, stored: string | null): boolean =>
  (end?.getTime() ?? null) === (stored === null ? null : Date.parse(stored));

const isAhead = (stored: string | null, now: Date): boolean =>
  stored === null || Date.parse(stored) > now.getTime();

/** Returns whether what an act left of a membership is still so, and what was before can be had again. */
export function canBeUndone(undo: Undo, live: LiveMembership | undefined, now: Date): boolean {
  switch (undo.act) {
    case "grant":
      return (
        live?.source === "grant" &&
        isSame(live.endsAt, undo.endsAt) &&
        (!undo.before || isAhead(undo.before.endsAt, now))
      );
    case "extend":
      return (
        live !== undefined && isSame(live.endsAt, undo.endsAt) && isAhead(undo.before.endsAt, now)
      );
    case "end":
      return live?.source === "purchase" && live.cancelAtPeriodEnd;
    case "delete-note":
      return true;
  }
}
