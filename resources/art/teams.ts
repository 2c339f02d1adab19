import type { dogs } from "./dogs.ts";
import type { field } from "./field.ts";
import type { Motif, MotifPart, MotifShape } from "./motif.ts";

type Used = keyof typeof dogs | keyof typeof field;

/** The far side of a jump that is crossed from left to right: wing, pole and the two bars. */
const behindTheDog: MotifShape[] = [
  { tone: "base", line: 9, d: "M352 352v-196l-62-50M292 158l60 38M292 212l60 36M292 268l60 34" },
  { tone: "base", line: 13, d: "M290 376v-300" },
  { tone: "ink", line: 10, d: "M262 378h56M336 354h32" },
  { tone: "base", line: 12, d: "M152 334l136-54M152 240l136-54" },
  {
    tone: "accent",
    line: 12,
    d: "M166 234l22-8M210 217l22-8M254 200l22-9M188 320l22-9M232 302l22-9",
  },
];

/** The near side of the same jump: it hides a part of the dog. */
const beforeTheDog: MotifShape[] = [
  { tone: "base", line: 11, d: "M84 454v-196l66-50M88 304l60-38M88 356l60-36M88 408l60-34" },
  { tone: "base", line: 15, d: "M150 432v-306" },
  { tone: "accent", line: 15, d: "M150 142v22M150 190v22" },
  { tone: "ink", line: 12, d: "M118 434h64M66 456h36M150 240h6M150 334h6" },
];

const overJump = (dog: MotifPart<Used>): Motif<Used> => ({
  viewBox: "0 0 470 464",
  shapes: [...behindTheDog, dog, ...beforeTheDog],
});

/** Dogs at work, seen from the side: each runs from left to right. */
export const teams = {
  "over-jump": overJump({ use: "dog-intermediate", from: [230, 118], to: [228, 156], scale: 1 }),
  "over-low-jump": overJump({ use: "dog-medium", from: [212, 110], to: [226, 164], scale: 1 }),
  weaving: {
    viewBox: "0 0 400 220",
    shapes: [
      { tone: "ink", line: 8, d: "M10 212h380" },
      { tone: "base", line: 11, d: "M40 208v-180M200 208v-180M360 208v-180" },
      { tone: "accent", line: 11, d: "M40 60v30M200 60v30M360 60v30M40 130v30M360 130v30" },
      { use: "dog-intermediate", from: [230, 118], to: [204, 134], scale: 0.58 },
      { tone: "base", line: 11, d: "M120 208v-180M280 208v-180" },
      { tone: "accent", line: 11, d: "M120 60v30M280 60v30M120 130v30M280 130v30" },
    ],
  },
  "out-of-tunnel": {
    viewBox: "0 0 460 220",
    shapes: [
      { use: "tunnel", from: [0, 0], to: [0, 0], scale: 1 },
      { use: "dog-intermediate", from: [0, 236], to: [222, 210], scale: 0.5, turn: -4 },
    ],
  },
  "down-a-frame": {
    viewBox: "0 0 530 290",
    shapes: [
      { tone: "ink", line: 10, d: "M140 216h180" },
      { tone: "base", line: 24, d: "M16 278l214-160 214 160" },
      { tone: "accent", line: 24, d: "M16 278l66-49M444 278l-66-49" },
      {
        tone: "light",
        line: 6,
        d: "M104 200l10 14M128 182l10 14M152 164l10 14M176 146l10 14M200 128l10 14",
      },
      { use: "dog-small", from: [215, 280], to: [452, 276], scale: 0.54, turn: 29 },
    ],
  },
  "on-seesaw": {
    viewBox: "0 0 460 260",
    shapes: [
      { tone: "ink", line: 12, d: "M200 246l26-68 26 68M180 250h92" },
      { tone: "base", line: 18, d: "M20 142l420 66" },
      { tone: "accent", line: 18, d: "M20 142l84 13M440 208l-84-13" },
      { use: "dog-small", from: [150, 280], to: [316, 180], scale: 0.52, turn: 9 },
    ],
  },
} satisfies Record<string, Motif<Used>>;
