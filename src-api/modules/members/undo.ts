import * as z from "zod/mini";

const time = z.iso.datetime();

/** How long an act can be undone, in ms; a repeated request is known for as long. */
export const undoableFor = 24 * 60 * 60_000;

/** What undoing an act needs: what it left, which must still be so, and what was before. */
export const undoSchema = z.discriminatedUnion("act", [
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
