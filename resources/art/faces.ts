/** Shapes of portraits, in units of a square of 120: the head is 40 wide around (60, 56). */

/** Hair behind the head and in front of it. */
export const hairstyles = {
  short: {
    back: "",
    front: "M39 56c-6-34 48-38 43-2-2-6-4-10-8-14-10 5-20 5-28 3-4 4-6 8-7 13z",
  },
  cropped: {
    back: "",
    front: "M40 52c-1-24 41-24 40 0-3-6-6-9-10-11-8 2-14 2-20 0-4 2-7 5-10 11z",
  },
  bob: {
    back: "M35 56c0-34 50-34 50 0v24c-10 6-40 6-50 0z",
    front: "M39 57c-5-37 47-37 42 0-1-5-2-8-4-11-10 4-24 4-34 0-2 3-3 6-4 11z",
  },
  ponytail: {
    back: "M66 26c30-6 36 30 26 62-4 6-10 4-10-4 4-14 2-26-6-34z",
    front: "M39 55c-5-35 46-37 42-1-2-6-5-11-9-14-8-3-18-2-24 2-4 3-7 7-9 13z",
  },
  bun: {
    back: "M46 20a14 13 0 1 1 28 0 14 13 0 1 1-28 0z",
    front: "M39 56c-6-35 48-35 42 0-3-8-9-13-21-15-12 2-18 7-21 15z",
  },
  curls: {
    back: "M36 66a9 9 0 0 1-3-16 10 10 0 0 1 6-15 11 11 0 0 1 14-9 12 12 0 0 1 18 0 11 11 0 0 1 13 10 10 10 0 0 1 4 15 9 9 0 0 1-4 15z",
    front:
      "M40 54c0-8 2-12 6-14 4 3 8 3 12 0 4 3 9 3 13 0 5 2 8 6 9 14 5-20-4-28-20-28s-25 8-20 28z",
  },
  long: {
    back: "M36 54c0-34 48-34 48 0 0 20 6 30 8 42-20 10-44 10-64 0 4-12 8-24 8-42z",
    front: "M38 60c-4-40 48-40 44 0-4-8-10-14-22-26-12 12-18 18-22 26z",
  },
} as const;

export type Hairstyle = keyof typeof hairstyles;

/** What a portrait shows. Numbers are places in the lists of colours below. */
export type Face = {
  hairstyle: Hairstyle;
  hair: number;
  skin: number;
  jacket: number;
  glasses: boolean;
  cap: boolean;
  beard?: "full" | "moustache";
};

export const hairColours = ["#2b1d18", "#5b3a26", "#9c6233", "#d3aa60", "#8c8a84", "#c4682f"];
export const skinColours = ["#f2cdae", "#e2b08a", "#c48c64", "#986443", "#6b4530"];

/** Jacket, its collar, and the background that suits them. */
export const jackets = [
  { cloth: "#1f5443", collar: "#eda23a", ground: "#dfe6d3" },
  { cloth: "#7c4560", collar: "#f4d9bc", ground: "#f0ddd2" },
  { cloth: "#386f80", collar: "#f2e6c8", ground: "#d3e3e6" },
  { cloth: "#a2502c", collar: "#fbe9bf", ground: "#f6e3b8" },
  { cloth: "#3d4448", collar: "#eda23a", ground: "#e8e4d8" },
] as const;

/** How the authors of the demo content look; others get a face by their name. */
export const knownFaces: Record<string, Face> = {
  "Marta Wolska": { hairstyle: "ponytail", hair: 1, skin: 0, jacket: 0, glasses: false, cap: true },
  "Dr. Ewan Kerr": {
    hairstyle: "short",
    hair: 5,
    skin: 0,
    jacket: 2,
    glasses: true,
    cap: false,
    beard: "full",
  },
  "Julia Brandt": { hairstyle: "bob", hair: 3, skin: 1, jacket: 3, glasses: true, cap: false },
  "Tomasz Lis": {
    hairstyle: "cropped",
    hair: 4,
    skin: 1,
    jacket: 1,
    glasses: false,
    cap: false,
    beard: "moustache",
  },
};
