import type { dogs } from "./dogs.ts";
import type { Motif } from "./motif.ts";

/** Things that a story is about; they stand on the bottom edge of their viewBox. */
export const props = {
  "wet-day": {
    viewBox: "0 0 360 330",
    shapes: [
      { tone: "light", d: "M30 312a150 18 0 1 1 300 0 150 18 0 1 1-300 0z" },
      { tone: "base", line: 4, d: "M70 314c20-8 40-8 60 0M214 318c24-8 50-8 74 0" },
      { tone: "ink", line: 9, d: "M196 120v130" },
      { use: "dog-sitting", from: [110, 290], to: [108, 312], scale: 0.72 },
      {
        tone: "accent",
        d: "M24 128c4-66 74-110 172-112 98 2 150 52 156 112-18-16-44-16-58 2-16-20-42-20-56-2-14-20-66-20-82 0-14-20-44-18-58 2-16-20-54-20-74-2z",
      },
      {
        tone: "base",
        d: "M98 130c6-50 40-94 98-114-26 34-38 74-40 114-14-20-44-18-58 0zM238 130c0-44-14-84-42-114 58 16 90 62 98 114-16-20-42-20-56 0z",
      },
      { tone: "ink", line: 8, d: "M196 16v-10" },
    ],
  },
  "course-map": {
    viewBox: "0 0 320 250",
    shapes: [
      { tone: "base", d: "M8 46l96-34 104 30 104-34v192l-104 36-104-32-96 34z" },
      { tone: "light", d: "M20 54l84-30v170l-84 30zM208 54l92-30v168l-92 32z" },
      { tone: "base", line: 3, d: "M104 24v170" },
      { tone: "light", d: "M104 24l104 30v170l-104-30z" },
      {
        tone: "accent",
        line: 8,
        d: "M44 186c0-60 50-20 54-70s54-70 70-20-10 70 34 76 64-40 40-96",
      },
      {
        tone: "ink",
        line: 8,
        d: "M34 108l34-12M122 160l34 12M132 60l30 10M228 178l34-12M226 72l34-12",
      },
      { tone: "ink", line: 18, d: "M44 190h0" },
      { tone: "accent", line: 22, d: "M240 74h0" },
    ],
  },
  "rally-sign": {
    viewBox: "0 0 260 290",
    shapes: [
      { tone: "ink", line: 12, d: "M72 204l-26 76M188 204l26 76" },
      {
        tone: "ink",
        d: "M20 16h220c8 0 12 4 12 12v178c0 8-4 12-12 12h-220c-8 0-12-4-12-12v-178c0-8 4-12 12-12z",
      },
      { tone: "light", d: "M24 32h212v170h-212z" },
      { tone: "accent", line: 18, d: "M72 178c0-50 4-74 48-74h50" },
      { tone: "accent", d: "M158 66l54 38-54 38z" },
      { tone: "base", d: "M44 48h40v32h-40z" },
      { tone: "base", line: 8, d: "M120 176h88" },
    ],
  },
  "measuring-stand": {
    viewBox: "0 0 340 300",
    shapes: [
      { tone: "base", line: 13, d: "M28 288v-274" },
      { tone: "light", line: 6, d: "M14 40h14M14 80h14M14 120h14M14 160h14M14 200h14M14 240h14" },
      { tone: "ink", line: 10, d: "M10 292h316" },
      { use: "dog-small", from: [150, 280], to: [190, 288], scale: 0.86 },
      { tone: "accent", line: 11, d: "M22 140h212" },
      { tone: "accent", d: "M16 122h24v36h-24z" },
    ],
  },
  "kitchen-scale": {
    viewBox: "0 0 280 280",
    shapes: [
      {
        tone: "accent",
        d: "M84 60l26-14 14 20-26 14zM128 34l28 2-2 26-28-2zM160 56l26-12 12 22-24 14z",
      },
      { tone: "base", line: 9, d: "M112 22h0" },
      { tone: "base", d: "M34 76h212c0 26-24 42-56 42h-100c-32 0-56-16-56-42z" },
      {
        tone: "ink",
        d: "M122 114h36v20h42c18 0 28 10 32 26l26 104c2 8-4 14-12 14h-212c-8 0-14-6-12-14l26-104c4-16 14-26 32-26h42z",
      },
      { tone: "light", d: "M80 204a60 60 0 1 1 120 0 60 60 0 1 1-120 0z" },
      { tone: "base", line: 6, d: "M140 154v10M190 204h-10M90 204h10M175 169l-7 7M105 169l7 7" },
      { tone: "accent", line: 8, d: "M140 204l26-34" },
      { tone: "ink", line: 16, d: "M140 204h0" },
    ],
  },
  "water-bowl": {
    viewBox: "0 0 330 250",
    shapes: [
      { tone: "accent", d: "M196 66a46 46 0 1 1 92 0 46 46 0 1 1-92 0z" },
      {
        tone: "accent",
        line: 8,
        d: "M242 0v0M176 66h-10M318 66h-10M195 19l-7-7M289 19l7-7M242 132v8M195 113l-6 6M289 113l6 6",
      },
      {
        tone: "base",
        d: "M10 150a150 34 0 0 1 300 0l10 74c2 14-6 22-18 22h-284c-12 0-20-8-18-22z",
      },
      { tone: "ink", d: "M10 150a150 34 0 0 0 300 0l10 74c2 14-6 22-18 22h-284c-12 0-20-8-18-22z" },
      { tone: "light", d: "M30 150a130 24 0 0 1 260 0 130 24 0 0 1-260 0z" },
      { tone: "base", line: 5, d: "M84 150c18-8 32-8 50 0s32 8 50 0M150 162c14-6 26-6 40 0" },
      { tone: "light", d: "M110 24c24 32 34 48 22 66-10 14-34 14-44 0-12-18-2-34 22-66z" },
    ],
  },
} satisfies Record<string, Motif<keyof typeof dogs>>;
