import { describe, expect, it } from "vitest";
import { stepsOf } from "./steps.ts";
import { timesIn } from "./cook-step.tsx";

const recipes = import.meta.glob<string>("../../../../resources/content/recipes/*/*.md", {
  eager: true,
  query: "?raw",
  import: "default",
});

describe("the steps of a recipe", () => {
  it("are the items of its numbered lists, with the lines where they begin", () => {
    const body = [
      "Intro with 2. in it.",
      "",
      "## Method",
      "",
      "1. Chop **finely**.",
      "2. Stir",
      "   for long.",
      "",
      "   And longer.",
      "",
      "3. Serve.",
      "",
      "Afterwards nothing.",
      "",
      "- no step",
      "",
      "```",
      "1. code",
      "```",
      "",
      "## Glaze",
      "1) Melt.",
    ].join("\n");
    expect(stepsOf(body)).toEqual([
      { text: "Chop **finely**.", line: 5 },
      { text: "Stir\nfor long.\n\nAnd longer.", line: 6 },
      { text: "Serve.", line: 11 },
      { text: "Melt.", line: 22 },
    ]);
    expect(stepsOf("No list.\n\n- a\n- b")).toEqual([]);
  });

  it("are as many, with the same times, in both languages of every demo recipe", () => {
    const files = Object.entries(recipes).filter(([file]) => file.endsWith("/en.md"));
    expect(files.length).toBeGreaterThan(3);
    for (const [file, body] of files) {
      const english = stepsOf(body);
      const polish = stepsOf(recipes[file.replace(/en\.md$/, "pl.md")] ?? "");
      expect(english.length, file).toBeGreaterThan(3);
      const times = (steps: typeof english) => steps.map(({ text }) => timesIn(text));
      expect(times(polish), file).toEqual(times(english));
    }
  });
});

describe("times in a text", () => {
  it.each<[string, number[]]>([
    ["Bake for 25 minutes.", [25]],
    ["Piecz 25 minut.", [25]],
    ["Gotuj jeszcze 3 minuty, potem 1 minutę.", [3, 1]],
    ["Rest it for 1 hour.", [60]],
    ["Odstaw na 2 godziny.", [120]],
    ["Bake for 25 to 30 minutes.", [25]],
    ["Bake for 25–30 min.", [25]],
    ["Piecz 25 do 30 minut", [25]],
    ["Simmer 1 hour 30 minutes", [90]],
    ["Simmer 1 hour and 30 minutes", [90]],
    ["Gotuj 1 godz. 15 min", [75]],
    ["Wait 1½ hours", [90]],
    ["Czekaj 1,5 godziny", [90]],
    ["Half an hour in the oven", [30]],
    ["Pół godziny w piekarniku", [30]],
    ["a 10-minute rest", [10]],
    ["first 12 minutes, then another 12 minutes", [12]],
    ["Heat to 150 °C in a tin of 20 × 20 cm, 3 eggs, 2 medium mincers", []],
    ["Leave in the freezer for 48 hours", []],
    ["Wait 0 minutes", []],
  ])("%s", (text, minutes) => {
    expect(timesIn(text)).toEqual(minutes.map((each) => each * 60));
  });

  it("in seconds", () => expect(timesIn("Blend for 30 seconds, 45 sekund")).toEqual([30, 45]));
});
