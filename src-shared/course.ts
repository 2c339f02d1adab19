import * as z from "zod/mini";

/*
 * A set-up seen from above, as authors write it in a fenced block with the language `course`: a line for the field, then one
 * for each thing in it (docs/owner.md).
 */

/** Things that stand at one point; they may be turned. */
export const placedKinds = [
  "jump",
  "tyre",
  "sign",
  "cone",
  "pole",
  "mat",
  "box",
  "crate",
  "chair",
  "bowl",
  "target",
  "treat",
  "toy",
  "hand",
  "handler",
  "dog",
  "person",
] as const;
export type PlacedKind = (typeof placedKinds)[number];

/** Things that lead from one point to another, and how many points they may have. */
export const pointCounts = {
  tunnel: { min: 2, max: 6 },
  weaves: { min: 2, max: 2 },
  "a-frame": { min: 2, max: 2 },
  dogwalk: { min: 2, max: 2 },
  seesaw: { min: 2, max: 2 },
  "long-jump": { min: 2, max: 2 },
  path: { min: 2, max: 30 },
  walk: { min: 2, max: 30 },
  lead: { min: 2, max: 10 },
  fence: { min: 2, max: 10 },
  distance: { min: 2, max: 2 },
  wind: { min: 2, max: 2 },
  area: { min: 2, max: 2 },
} as const;
export type ExtendedKind = keyof typeof pointCounts;

const extendedKinds = Object.keys(pointCounts) as ExtendedKind[]; // its own keys
const kinds = [...placedKinds, ...extendedKinds, "note"] as const;
export type CourseKind = (typeof kinds)[number];

/** Metres from the left and from the bottom edge of the field. */
export type Point = readonly [x: number, y: number];

const lineSchema = z.object({
  number: z.optional(z.int("a number is a whole one").check(z.lte(99, "numbers end at 99"))),
  kind: z.enum(kinds, {
    error: ({ input }) => `"${String(input)}" is not known; known are ${kinds.join(", ")}`,
  }),
  points: z.array(z.tuple([z.number(), z.number()])),
  /** Degrees clockwise from straight up: where a dog looks, or in which direction a jump is taken. */
  angle: z
    .number()
    .check(z.gte(-360, "an angle is at most 360"), z.lte(360, "an angle is at most 360")),
  label: z.string().check(z.maxLength(40, "a label has at most 40 characters")),
});
export type CourseItem = z.infer<typeof lineSchema>;

const metres = z
  .number("a field is written as: field 20 x 15")
  .check(z.gte(0.5, "a field has at least 0.5 m"), z.lte(100, "a field has at most 100 m"));
const courseSchema = z.object({
  width: metres,
  height: metres,
  caption: z.string().check(z.maxLength(300, "a caption has at most 300 characters")),
  items: z
    .array(lineSchema)
    .check(z.minLength(1, "nothing stands in the field"), z.maxLength(80, "more than 80 lines")),
});
export type Course = z.infer<typeof courseSchema>;

/** Why a set-up cannot be drawn; `line` is that of the block, from 1. */
export type CourseProblem = { line: number; problem: string };

class LineError extends Error {}

const place = /^\d+(?:\.\d+)?,\d+(?:\.\d+)?$/;

/** Parses a value with a schema. Throws a LineError. */
function parsed<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new LineError(result.error.issues[0]?.message ?? "cannot be read");
}

function requirePoints({ kind, points, number }: CourseItem, next: string): void {
  const { min, max } = kind in pointCounts ? pointCounts[kind as ExtendedKind] : { min: 1, max: 1 };
  const given = points.length;
  if (given < min) {
    const found = next === "" ? "" : `, not "${next}"`;
    throw new LineError(
      `${kind} needs ${min === 1 ? "a place" : `${min} places`} such as 3.5,4: metres from the left and from the bottom${found}`,
    );
  }
  if (given > max) throw new LineError(`${kind} has at most ${max} places`);
  if (number !== undefined && ["distance", "wind", "note"].includes(kind)) {
    throw new LineError(`${kind} has no number`);
  }
}

/** Reads a line such as `1 jump 3,4 90 with wings`. Throws a LineError. */
function readItem(line: string): CourseItem {
  const words = line.split(/\s+/);
  const number = /^\d+$/.test(words[0] ?? "") ? Number(words.shift()) : undefined;
  const kind = words.shift()?.toLowerCase();
  const points: number[][] = [];
  while (place.test(words[0] ?? "")) points.push((words.shift() ?? "").split(",").map(Number));
  const isTurned = placedKinds.some((one) => one === kind) && /^-?\d+$/.test(words[0] ?? "");
  const angle = isTurned ? Number(words.shift()) : 0;
  const item = parsed(lineSchema, { number, kind, points, angle, label: words.join(" ") });
  requirePoints(item, words[0] ?? "");
  return item;
}

/** Returns the two lengths of a field, such as `20 x 15`; NaN for what are none. */
const readField = (text: string) => text.split(/\s*[x×]\s*/).map(Number);

/** Throws a LineError for a thing that stands outside of the field. */
function requireInside({ points }: CourseItem, width: number, height: number): void {
  const outside = points.find(([x, y]) => x > width || y > height);
  if (outside)
    throw new LineError(`${outside.join(",")} lies outside the field of ${width} x ${height} m`);
}

/** Returns the set-up that a block describes, or the first thing that is wrong with it. */
export function parseCourse(text: string): Course | CourseProblem {
  const items: { item: CourseItem; line: number }[] = [];
  let [caption, width, height] = ["", Number.NaN, Number.NaN];
  let line = 0;
  try {
    for (const raw of text.trimEnd().split("\n")) {
      line += 1;
      const [, word = "", rest = ""] = /^(\S+)\s*(.*?)$/.exec(raw.trim()) ?? [];
      if (word === "caption") caption = rest;
      else if (word === "field") {
        [width = Number.NaN, height = Number.NaN] = readField(rest);
        parsed(metres, width);
        parsed(metres, height);
      } else if (word !== "") items.push({ item: readItem(raw.trim()), line });
    }
    for (const { item, line: at } of items) {
      line = at;
      requireInside(item, width, height);
    }
    line = 1;
    return parsed(courseSchema, { width, height, caption, items: items.map(({ item }) => item) });
  } catch (error) {
    if (error instanceof LineError) return { line, problem: error.message };
    throw error;
  }
}

/** Most set-ups in one text. */
export const maxCourses = 100;

/** A block in Markdown with the language `course`, from the start of its first line to the end of its last. */
export type CourseBlock = { index: number; end: number; indent: string; course: string };

const fenceLines = /^([ \t]*)(`{3,}|~{3,})([^\n]*)$/gm;
const opensCourse = /^[ \t]*course[ \t]*\r?$/;
const closes = /^[`~]*[ \t]*\r?$/;

/** Returns the blocks of a text with the language `course`. One that never ends is none, nor is what it contains. */
export function courseBlocks(text: string): CourseBlock[] {
  const blocks: CourseBlock[] = [];
  let open: { index: number; begins: number; indent: string; fence: string } | null = null;
  for (const { 0: line, 1: indent = "", 2: fence = "", 3: rest = "", index } of text.matchAll(
    fenceLines,
  )) {
    const end = index + line.length;
    if (open === null) {
      if (opensCourse.test(rest)) open = { index, begins: end + 1, indent, fence };
    } else if (fence.startsWith(open.fence) && closes.test(rest)) {
      const course = text.slice(open.begins, index);
      blocks.push({ index: open.index, end, indent: open.indent, course });
      open = null;
    }
  }
  return blocks;
}

/** Replaces the blocks with the language `course` in a text. A block for which `replace` returns null stays. */
export function replaceCourses(
  text: string,
  replacement: (block: CourseBlock) => string | null,
): string {
  let [replaced, from] = ["", 0];
  for (const block of courseBlocks(text)) {
    const instead = replacement(block) ?? text.slice(block.index, block.end);
    replaced += text.slice(from, block.index) + instead;
    from = block.end;
  }
  return replaced + text.slice(from);
}

/** A set-up as a field of its own. */
export const courseText = z.string().check(
  z.maxLength(4000),
  z.refine((text) => !("problem" in parseCourse(text)), {
    error: ({ input }) => {
      const found = parseCourse(String(input));
      return "problem" in found ? `line ${found.line}: ${found.problem}` : "";
    },
  }),
);
