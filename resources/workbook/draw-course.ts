import { ring, type Obstacle, type Point } from "./courses.ts";

/** Colours of the brand on white paper. */
export const ink = { dark: "#12332a", green: "#2b715a", pale: "#c8e2d8", amber: "#dd8f24" };

const startOf = (obstacle: Obstacle): Point =>
  obstacle.kind === "jump" ? obstacle.at : obstacle.from;
const endOf = (obstacle: Obstacle): Point => (obstacle.kind === "jump" ? obstacle.at : obstacle.to);

/** Returns the direction between two points in degrees clockwise from straight up. */
const bearing = ([x, y]: Point, [toX, toY]: Point): number =>
  (Math.atan2(toX - x, y - toY) * 180) / Math.PI;

const distance = ([x, y]: Point, [toX, toY]: Point): number => Math.hypot(toX - x, toY - y);

const number = (value: number): string => String(Math.round(value * 100) / 100);

/** Draws a straight obstacle of a length along its direction, upwards from the origin. */
const straight: Record<"weaves" | "frame" | "seesaw" | "walk", (length: number) => string> = {
  weaves: (length) =>
    Array.from({ length: 12 }, (_, pole) => {
      const y = number((-pole * length) / 11);
      return `<circle cx="0" cy="${y}" r="0.17" fill="${pole % 2 ? ink.amber : ink.dark}"/>`;
    }).join(""),
  frame: (length) => plank(length, 0.6, [1 / 2]),
  seesaw: (length) => plank(length, 0.25, [1 / 2]),
  walk: (length) => plank(length, 0.25, [1 / 3, 2 / 3]),
};

/** Draws a plank with its contact zones and the edges between its parts. */
function plank(length: number, half: number, edges: number[]): string {
  const box = (from: number, size: number, fill: string) =>
    `<rect x="${-half}" y="${number(-from - size)}" width="${2 * half}" height="${number(size)}" fill="${fill}"/>`;
  const zone = Math.min(1, length / 4);
  const lines = edges.map((at) => {
    const y = number(-length * at);
    return `<line x1="${-half}" x2="${half}" y1="${y}" y2="${y}" stroke="${ink.dark}" stroke-width="0.08"/>`;
  });
  const outline = `<rect x="${-half}" y="${number(-length)}" width="${2 * half}" height="${number(length)}" fill="none" stroke="${ink.dark}" stroke-width="0.08"/>`;
  return [
    box(0, length, ink.pale),
    box(0, zone, ink.amber),
    box(length - zone, zone, ink.amber),
    ...lines,
    outline,
  ].join("");
}

const wing = (x: number) =>
  `<rect x="${x}" y="-0.28" width="0.36" height="0.56" rx="0.08" fill="${ink.dark}"/>`;
const bar = `<line x1="-0.7" x2="0.7" y1="0" y2="0" stroke="${ink.amber}" stroke-width="0.16"/>`;

function shapeOf(obstacle: Obstacle, turn: number): string {
  if (obstacle.kind === "tunnel") {
    const { from, to, bend } = obstacle;
    const d = `M${from.join(" ")} Q${bend.join(" ")} ${to.join(" ")}`;
    return (
      `<path d="${d}" fill="none" stroke="${ink.dark}" stroke-width="0.86"/>` +
      `<path d="${d}" fill="none" stroke="${ink.pale}" stroke-width="0.7"/>` +
      `<path d="${d}" fill="none" stroke="${ink.green}" stroke-width="0.7" stroke-dasharray="0.1 0.5"/>`
    );
  }
  const inner =
    obstacle.kind === "jump"
      ? wing(-1.06) + wing(0.7) + bar
      : straight[obstacle.kind](distance(obstacle.from, obstacle.to));
  const [x, y] = startOf(obstacle);
  return `<g transform="translate(${x} ${y}) rotate(${number(turn)})">${inner}</g>`;
}

/** Returns the direction in which the obstacle at a position of the course is taken, in degrees. */
function turnAt(course: readonly Obstacle[], position: number): number {
  const obstacle = course[position];
  if (!obstacle) return 0;
  if (obstacle.kind === "tunnel") return bearing(obstacle.from, obstacle.bend);
  if (obstacle.kind !== "jump") return bearing(obstacle.from, obstacle.to);
  if (obstacle.turn !== undefined) return obstacle.turn;
  const before = course[position - 1];
  const after = course[position + 1];
  return bearing(before ? endOf(before) : obstacle.at, after ? startOf(after) : obstacle.at);
}

/** Draws the number of an obstacle beside the side from which it is taken. */
function label(obstacle: Obstacle, turn: number, position: number): string {
  const [x, y] = startOf(obstacle);
  const angle = ((turn + 140) * Math.PI) / 180;
  const away = obstacle.kind === "jump" ? 1.35 : 1.15;
  const at = [number(x + away * Math.sin(angle)), number(y - away * Math.cos(angle))];
  return (
    `<circle cx="${at[0]}" cy="${at[1]}" r="0.62" fill="white" stroke="${ink.dark}" stroke-width="0.07"/>` +
    `<text x="${at[0]}" y="${at[1]}" dy="0.32" text-anchor="middle" class="number">${position + 1}</text>`
  );
}

/** Draws a course as SVG, one unit a metre: the ring with a grid of five metres, obstacles and numbers. */
export function drawCourse(course: readonly Obstacle[]): string {
  const { width, height } = ring;
  const lines = [];
  for (let x = 5; x < width; x += 5) lines.push(`M${x} 0V${height}`);
  for (let y = 5; y < height; y += 5) lines.push(`M0 ${y}H${width}`);
  const turns = course.map((_, position) => turnAt(course, position));
  const drawn = course.map((obstacle, at) => ({
    isBelow: obstacle.kind === "tunnel",
    shape: shapeOf(obstacle, turns[at] ?? 0),
  }));
  const shapes = [...drawn.filter(({ isBelow }) => isBelow), ...drawn.filter((it) => !it.isBelow)];
  const labels = course.map((obstacle, at) => label(obstacle, turns[at] ?? 0, at));
  return (
    `<svg class="course" viewBox="-0.2 -0.2 ${width + 0.4} ${height + 0.4}">` +
    `<rect width="${width}" height="${height}" fill="white" stroke="${ink.dark}" stroke-width="0.15"/>` +
    `<path d="${lines.join("")}" fill="none" stroke="${ink.pale}" stroke-width="0.06"/>` +
    `${shapes.map(({ shape }) => shape).join("")}${labels.join("")}</svg>`
  );
}
