import type { Course, CourseItem, CourseKind, Point } from "./course.ts";

const directions = [
  "up",
  "upRight",
  "right",
  "downRight",
  "down",
  "downLeft",
  "left",
  "upLeft",
] as const;

/** Keys of `locales/<language>/course.json` that a description is made of. */
type CourseTextKey =
  | `name.${CourseKind}`
  | `towards.${(typeof directions)[number]}`
  | "place"
  | "at"
  | "turned"
  | "between"
  | "length"
  | "numbered"
  | "labelled";

type Values = Partial<
  Record<
    "name" | "number" | "label" | "place" | "towards" | "from" | "to" | "length" | "x" | "y",
    string
  >
>;

export type CourseTexts = {
  text: (key: CourseTextKey, values?: Values) => string;
  number: (value: number) => string;
};

/** Kinds of which it matters where they look. */
const facing: ReadonlySet<CourseKind> = new Set([
  "jump",
  "tyre",
  "hand",
  "handler",
  "dog",
  "person",
]);

/** Returns the distance between two points in metres. */
export const distanceOf = ([x, y]: Point, [toX, toY]: Point): number =>
  Math.hypot(toX - x, toY - y);

/** Returns a length with its unit, in centimetres below a metre. */
export const formatLength = (metres: number, number: CourseTexts["number"]): string =>
  metres < 0.995
    ? `${number(Math.round(metres * 100))}\u00a0cm`
    : `${number(Math.round(metres * 10) / 10)}\u00a0m`;

function nameOf({ kind, number, label }: CourseItem, { text }: CourseTexts): string {
  const name = text(`name.${kind}`);
  const numbered = number === undefined ? name : text("numbered", { name, number: String(number) });
  return label === "" ? numbered : text("labelled", { name: numbered, label });
}

function describeItem(item: CourseItem, texts: CourseTexts): string {
  const { text, number } = texts;
  const name = nameOf(item, texts);
  const placeOf = ([x, y]: Point) => text("place", { x: number(x), y: number(y) });
  const [first, ...others] = item.points;
  const last = others.at(-1);
  if (!first) return name;
  if (!last) {
    const place = placeOf(first);
    if (!facing.has(item.kind)) return text("at", { name, place });
    const eighth = ((Math.round(item.angle / 45) % 8) + 8) % 8;
    return text("turned", { name, place, towards: text(`towards.${directions[eighth] ?? "up"}`) });
  }
  if (item.kind === "distance") {
    return text("length", { name, length: formatLength(distanceOf(first, last), number) });
  }
  return text("between", { name, from: placeOf(first), to: placeOf(last) });
}

/** Says in words what stands where, for those who do not see the drawing. */
export const describeCourse = ({ items }: Course, texts: CourseTexts): string[] =>
  items.map((item) => describeItem(item, texts));
