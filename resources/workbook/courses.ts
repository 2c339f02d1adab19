/** A point of the ring in metres, from its upper left corner. */
export type Point = readonly [x: number, y: number];

/**
 * An obstacle: one that is jumped at a point (it faces from the obstacle before to the one after, or by
 * `turn`, in degrees clockwise from straight up), or one that has a length. A tunnel bends towards `bend`.
 */
export type Obstacle =
  | { kind: "jump"; at: Point; turn?: number }
  | { kind: "weaves" | "frame" | "seesaw" | "walk"; from: Point; to: Point }
  | { kind: "tunnel"; from: Point; to: Point; bend: Point };

/** Size of the ring in metres. */
export const ring = { width: 20, height: 40 };

const jump = (x: number, y: number, turn?: number): Obstacle => ({
  kind: "jump",
  at: [x, y],
  ...(turn !== undefined && { turn }),
});
const long = (kind: "weaves" | "frame" | "seesaw" | "walk", from: Point, to: Point): Obstacle => ({
  kind,
  from,
  to,
});
const tunnel = (from: Point, to: Point, bend: Point): Obstacle => ({
  kind: "tunnel",
  from,
  to,
  bend,
});

/** The courses of the workbook, their obstacles in the order in which they are run. */
export const courses = {
  opening: [
    jump(5, 35),
    jump(5, 29),
    jump(5.5, 23),
    jump(6, 16.5),
    tunnel([6.8, 10.5], [13.2, 10.5], [10, 1.5]),
    jump(14, 16),
    jump(15, 22),
    long("weaves", [15.2, 26.5], [15.2, 33.1]),
    jump(11.6, 36),
    jump(10, 30),
    jump(10, 24),
  ],
  pinwheel: [
    jump(4, 36),
    jump(4.5, 30),
    jump(5, 23.5),
    jump(8.5, 17.5),
    jump(14, 19.5),
    jump(15.5, 25.5),
    long("frame", [15.5, 29], [15.5, 34.5]),
    jump(11, 36.4),
    jump(10, 30),
    jump(10.4, 24),
    jump(11.5, 12.5),
    tunnel([9.5, 8], [4.5, 11], [3.5, 1]),
    jump(4, 16.5),
  ],
  serpentine: [
    jump(16, 36),
    jump(15.5, 30),
    tunnel([15, 25], [15, 17.5], [20.5, 21.2]),
    jump(14, 12, 0),
    jump(10, 12, 180),
    jump(6, 12, 0),
    jump(3.4, 7),
    long("seesaw", [3, 16.5], [3, 20.2]),
    long("weaves", [4, 25], [4, 31.6]),
    jump(6.8, 36),
    jump(10.4, 31),
    jump(10, 24.5),
  ],
  trap: [
    jump(12, 36),
    jump(11, 30),
    jump(9.6, 24.5),
    long("frame", [9, 20.5], [9, 15]),
    jump(9, 8.5),
    jump(13.4, 5.6),
    jump(16.6, 11),
    tunnel([15, 17], [3.5, 17.4], [9.4, 18.6]),
    jump(3, 23),
    long("weaves", [3.5, 27], [3.5, 33.6]),
    jump(6.6, 36.6),
    jump(6.8, 30),
  ],
  entries: [
    jump(4, 36),
    jump(4, 30),
    jump(4.6, 24),
    long("weaves", [8, 19], [14.6, 19]),
    jump(17, 23.4),
    jump(16.2, 29),
    tunnel([14.6, 33.5], [9, 33.5], [11.8, 41]),
    jump(8.6, 27.6),
    jump(5.6, 17),
    jump(5, 11.4),
    tunnel([6, 6.8], [14, 6.8], [10, 0]),
    jump(15.6, 12.6),
  ],
  whole: [
    jump(16, 36),
    jump(16, 30),
    jump(15.6, 24),
    long("walk", [16.5, 19.8], [16.5, 7.8]),
    jump(14, 4),
    tunnel([10.4, 4.4], [9.4, 10.4], [3.6, 6.6]),
    jump(12.4, 13),
    jump(11.8, 18.4),
    long("frame", [10.4, 22.2], [7.6, 26.9]),
    jump(5, 30.8),
    jump(3.4, 25),
    long("weaves", [3.4, 20.4], [3.4, 13.8]),
    jump(3.6, 8),
  ],
} satisfies Record<string, Obstacle[]>;

export type CourseName = keyof typeof courses;
