import { describe, expect, it } from "vitest";
import { measure, quantityText, type Ingredient, type UnitSystem } from "./measure.ts";

const format = (value: number) => String(value);

/** Returns a measured ingredient as "1 lb 2 oz". */
function shown(written: string, factor: number, system: UnitSystem = "metric") {
  const [quantity = "", unit] = written.split(" ");
  // the tables below name known units only
  const ingredient = { quantity: Number(quantity), unit: unit as Ingredient["unit"] };
  return measure(ingredient, factor, system)
    .map((each) => `${quantityText(each, format)} ${each.unit}`)
    .join(" ");
}

describe("a recipe for 4, cooked for 7,", () => {
  it.each([
    ["500 g", "875 g"],
    ["333 g", "585 g"],
    ["30 g", "53 g"],
    ["4 g", "7 g"],
    ["150 ml", "265 ml"],
    ["1 tsp", "1¾ tsp"],
    ["2 tsp", "1¼ tbsp"],
    ["1 tbsp", "1¾ tbsp"],
    ["1 pc", "2 pc"],
    ["3 pc", "5½ pc"],
  ])("takes of %s: %s", (written, wanted) => {
    expect(shown(written, 7 / 4)).toBe(wanted);
  });
});

describe("amounts", () => {
  it.each([
    ["333 g", 1, "333 g"],
    ["0.3 tsp", 1, "0.3 tsp"],
    ["1500 ml", 25 / 24, "1565 ml"],
    ["100 g", 1 / 12, "8.5 g"],
    ["1 g", 1 / 12, "0.5 g"],
    ["1 tsp", 1 / 20, "⅛ tsp"],
    ["1 tsp", 1 / 3, "⅓ tsp"],
    ["1 tsp", 2 / 3, "⅔ tsp"],
    ["1 tbsp", 1 / 4, "¾ tsp"],
    ["1 tbsp", 8, "8 tbsp"],
    ["1 tbsp", 10.4, "10½ tbsp"],
    ["2 pc", 1 / 20, "½ pc"],
    ["1 pc", 1.75, "2 pc"],
    ["2 pc", 5 / 4, "2½ pc"],
    ["1 pc", 0.7, "½ pc"],
  ])("%s times %d is %s", (written, factor, wanted) => {
    expect(shown(written, factor)).toBe(wanted);
  });

  it.each([
    ["500 g", 1, "1 lb 2 oz"],
    ["454 g", 1, "1 lb"],
    ["450 g", 1, "1 lb"],
    ["150 g", 1, "5½ oz"],
    ["50 g", 1, "1¾ oz"],
    ["3 g", 1, "¼ oz"],
    ["1500 ml", 1, "6⅓ cup"],
    ["550 ml", 1, "2⅓ cup"],
    ["120 ml", 1, "½ cup"],
    ["50 ml", 1, "3⅓ tbsp"],
    ["5 ml", 1, "1 tsp"],
    ["1 tbsp", 1, "1 tbsp"],
    ["1 tbsp", 7 / 4, "1¾ tbsp"],
    ["1 tbsp", 8, "½ cup"],
    ["2 pc", 1, "2 pc"],
    ["2 pc", 7 / 4, "3½ pc"],
    ["600 ml", 7 / 4, "4½ cup"],
  ])("%s times %d is %s in US units", (written, factor, wanted) => {
    expect(shown(written, factor, "us")).toBe(wanted);
  });

  it("are never zero, however small the recipe", () => {
    for (const system of ["metric", "us"] as const) {
      for (const unit of ["g", "ml", "tsp", "tbsp", "pc"] as const) {
        for (const { quantity } of measure({ quantity: 1, unit }, 0.001, system))
          expect(quantity, `${unit} ${system}`).toBeGreaterThan(0);
      }
    }
  });
});
