import * as z from "zod/mini";

const durationSchema = z.object({
  count: z.int().check(z.gte(1)),
  unit: z.enum(["minute", "hour", "day", "week", "month", "year"]),
});
export type Duration = z.infer<typeof durationSchema>;

/** Parses a duration in plain words: "1 month", "14 days", "3 hours". */
export const durationText = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => {
      const [, count, unit] = /^\s*(\d{1,6})\s*([a-z]+?)s?\s*$/i.exec(text) ?? [];
      return { count: Number(count), unit: unit?.toLowerCase() };
    }),
  ),
  durationSchema,
);

/** Parsed input of `npm run clock`. */
export const clockCommandSchema = z.discriminatedUnion("command", [
  z.object({ command: z.literal("show") }),
  z.object({ command: z.literal("forward"), by: durationSchema }),
]);

export type ClockCommand = z.infer<typeof clockCommandSchema>;
