import { expect, it } from "vitest";
import { ingredientRows } from "./ingredient-lines.ts";

it.each([
  ["200 g liver", { quantity: 200, unit: "g", name: "liver" }],
  ["200g liver, chopped", { quantity: 200, unit: "g", name: "liver, chopped" }],
  ["1½ tsp salt", { quantity: 1.5, unit: "tsp", name: "salt" }],
  ["1 ½ tsp. salt", { quantity: 1.5, unit: "tsp", name: "salt" }],
  ["1 1/2 tablespoons of olive oil", { quantity: 1.5, unit: "tbsp", name: "olive oil" }],
  ["1/2 tsp turmeric", { quantity: 0.5, unit: "tsp", name: "turmeric" }],
  ["½ łyżeczki soli", { quantity: 0.5, unit: "tsp", name: "soli" }],
  ["2 eggs", { quantity: 2, unit: "pc", name: "eggs" }],
  ["2 large eggs", { quantity: 2, unit: "pc", name: "large eggs" }],
  ["3 szt. jajek", { quantity: 3, unit: "pc", name: "jajek" }],
  ["20 dag wątróbki", { quantity: 200, unit: "g", name: "wątróbki" }],
  ["1,5 kg marchwi", { quantity: 1500, unit: "g", name: "marchwi" }],
  ["0.25 l water", { quantity: 250, unit: "ml", name: "water" }],
  ["2 łyżki oleju", { quantity: 2, unit: "tbsp", name: "oleju" }],
  ["- 150 ml broth", { quantity: 150, unit: "ml", name: "broth" }],
  ["1. 150 ml broth", { quantity: 150, unit: "ml", name: "broth" }],
  ["• 2 carrots", { quantity: 2, unit: "pc", name: "carrots" }],
  ["Liver, 200 g", { quantity: 200, unit: "g", name: "Liver" }],
  ["wątróbka – 20 dag", { quantity: 200, unit: "g", name: "wątróbka" }],
  ["1⁄2 tsp salt", { quantity: 0.5, unit: "tsp", name: "salt" }],
  ["0,250 kg marchwi", { quantity: 250, unit: "g", name: "marchwi" }],
  ["⅓ tsp salt", { quantity: 0.33, unit: "tsp", name: "salt" }],
  ["150 g beef mince, 5% fat", { quantity: 150, unit: "g", name: "beef mince, 5% fat" }],
  ["2 garlic-free stock cubes", { quantity: 2, unit: "pc", name: "garlic-free stock cubes" }],
])("reads %j", (line, row) => {
  expect(ingredientRows(line)).toEqual([row]);
});

it.each([
  "a pinch of salt",
  "For the dough:",
  "1 cup oats",
  "2-3 eggs",
  "2 to 3 eggs",
  "100 g",
  "1 000 g mąki",
  "1,000 g flour",
  "10% fat yoghurt",
  "250 g / 8 oz butter",
  "1 szklanka mleka",
])("leaves %j as a name, to be looked at", (line) => {
  expect(ingredientRows(line)).toEqual([{ name: line }]);
});

it("takes one row a line, and drops only empty ones", () => {
  expect(ingredientRows("200 g liver\r\n\n  2 eggs\nsome water").map(({ name }) => name)).toEqual([
    "liver",
    "eggs",
    "some water",
  ]);
});
