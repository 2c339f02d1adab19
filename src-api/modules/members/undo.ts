import * as z from "zod/mini";
import { keyLifeMs } from "#api/modules/accounts/module.ts";

const time = z.iso.datetime();

/** How long an act can be undone: a repeated request is answered with the act for as long. */
export const undoableForMs = keyLifeMs;

/** Data stored to undo an act: its outcome, which must be unchanged by then, and the state before it. */
const undoSchema = z.discriminatedUnion("act", [
  z.object({
    act: z.literal("grant"),
    /** The granted membership before the act; null if there was none. */
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

/** The fields of a membership in force that decide whether an act can be undone. */
export type LiveMembership = {
  source: "purchase" | "grant";
  endsAt: Date | null;
  cancelAtPeriodEnd: boolean;
};

const isSame = (end: Date | null, stored: string | null): boolean =>
  (end?.getTime() ?? null) === (stored === null ? null : Date.parse(stored));

const isAhead = (stored: string | null, now: Date): boolean =>
  stored === null || Date.parse(stored) > now.getTime();

/** Returns whether the outcome of an act is unchanged, and the state before it can still be restored. */
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
