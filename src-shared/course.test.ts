import { expect, it } from "vitest";
import { courseBlocks, parseCourse, replaceCourses } from "./course.ts";

it("reads a set-up with its field, things, angles, labels and caption", () => {
  const text = [
    "field 12.5 x 8",
    "",
    "1 jump 3,4 90 low bar",
    "  Weaves 5,1 5,7.6",
    "person 2,2 judge",
    "cone 1,1 0 2",
    "note 4,4 9",
    "caption From the left",
  ].join("\r\n");
  expect(parseCourse(text)).toEqual({
    width: 12.5,
    height: 8,
    caption: "From the left",
    items: [
      { number: 1, kind: "jump", points: [[3, 4]], angle: 90, label: "low bar" },
      {
        kind: "weaves",
        points: [
          [5, 1],
          [5, 7.6],
        ],
        angle: 0,
        label: "",
      },
      { kind: "person", points: [[2, 2]], angle: 0, label: "judge" },
      { kind: "cone", points: [[1, 1]], angle: 0, label: "2" },
      { kind: "note", points: [[4, 4]], angle: 0, label: "9" },
    ],
  });
});

const inField = (line: string) => `field 10 x 8\ndog 1,1\n${line}`;

it.each([
  [inField("jmp 3,4"), 3, /^"jmp" is not known; known are jump, tyre, .*note$/],
  [
    inField("2 jump"),
    3,
    "jump needs a place such as 3.5,4: metres from the left and from the bottom",
  ],
  [inField("jump 3;4"), 3, /^jump needs a place .*, not "3;4"$/],
  [inField("weaves 3,4"), 3, /^weaves needs 2 places/],
  [inField("area 1,1 2,2 3,3"), 3, "area has at most 2 places"],
  [inField("jump 10.5,4"), 3, "10.5,4 lies outside the field of 10 x 8 m"],
  [inField("2 distance 1,1 2,2"), 3, "distance has no number"],
  [inField("dog 1,1 400"), 3, "an angle is at most 360"],
  [inField(`note 1,1 ${"long ".repeat(9)}`), 3, "a label has at most 40 characters"],
  [inField("field 10"), 3, "a field is written as: field 20 x 15"],
  ["field 200 x 10\ndog 1,1", 1, "a field has at most 100 m"],
  ["dog 1,1", 1, "a field is written as: field 20 x 15"],
  ["field 10 x 8", 1, "nothing stands in the field"],
])("says what is wrong, and where: %j", (text, line, problem) => {
  expect(parseCourse(text)).toEqual({
    line,
    problem: expect.stringMatching(problem),
  });
});

it("finds the blocks of a text, in lists too, and no other code", () => {
  const text =
    "```course\nfield 1 x 1\n```\n\n- One\n\n  ~~~ course\n  dog 1,1\n  ~~~\n\n```sh\ncourse\n```\n\n```course of\n```";
  expect(courseBlocks(text).map(({ course }) => course)).toEqual(["field 1 x 1\n", "  dog 1,1\n"]);
});

it("finds blocks in time that grows with the text, also when none ends", () => {
  const open = "```course\nfield 1 x 1\n".repeat(9000);
  const longer = Array.from({ length: 400 }, (_, at) => `${"`".repeat(403 - at)}course\n`).join("");
  const closed = "~~~course\ndog 1,1\n~~~\n".repeat(9000);
  const started = performance.now();
  expect(
    [courseBlocks(open), courseBlocks(longer), courseBlocks(closed)].map(({ length }) => length),
  ).toEqual([0, 0, 9000]);
  expect(replaceCourses(closed, () => "-")).toBe("-\n".repeat(9000));
  expect(performance.now() - started).toBeLessThan(1000);
});
