import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
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
  ["20 dkg mąki", { quantity: 200, unit: "g", name: "mąki" }],
  ["1 łyż. cukru", { quantity: 1, unit: "tbsp", name: "cukru" }],
  ["1 łyżecz. cukru", { quantity: 1, unit: "tsp", name: "cukru" }],
  ["1 łyżka oleju".normalize("NFD"), { quantity: 1, unit: "tbsp", name: "oleju" }],
  ["2½kg mięsa", { quantity: 2500, unit: "g", name: "mięsa" }],
  ["⅞ l water", { quantity: 875, unit: "ml", name: "water" }],
  ["[ ] 200 g liver", { quantity: 200, unit: "g", name: "liver" }],
  ["Liver\t200 g", { quantity: 200, unit: "g", name: "Liver" }],
  ["Liver\t200\tg", { quantity: 200, unit: "g", name: "Liver" }],
  ["200\tg\tliver", { quantity: 200, unit: "g", name: "liver" }],
  ["2 ząbki czosnku", { quantity: 2, unit: "pc", name: "ząbki czosnku" }],
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
  "1,5–2 kg mięsa",
  "1.5-2 kg meat",
  "0,5–1 l wody",
  "1½–2 łyżki oleju",
  "1/2–1 tsp salt",
  "2 - 3 eggs",
  "2 or 3 eggs",
  "2 lub trzy jajka",
  "od 2 do 3 kg mięsa",
  "mięso, 1,5–2 kg",
  "mięso – 2 do 3 kg",
  "3 kg-4 kg mięsa",
  "1 kg 200 g meat",
  "1 kg i 200 g mięsa",
  "1 tbsp 1 tsp oil",
  "200 g flour plus 2 tbsp",
  "200 ml/1 cup milk",
  "2 tsp (10 ml) oil",
  "2 fl oz milk",
  "1 qt milk",
  "1 pt milk",
  "1 gal water",
  "2 T oil",
  "1 c milk",
  "1 pkg yeast",
  "2 op. drożdży",
  "2 pkt. drożdży",
  "1/2 cup oats",
  "½ cup oats",
  "pinch of salt",
  "1 heaped tbsp sugar",
  "1 płaska łyżeczka soli",
  "2 szczypty soli",
  "1 (400 g) tin tomatoes",
  "2 x 400 g tins",
  "2×400 g mięsa",
  "200 g x 2 liver",
  "about 200 g liver",
  "about 200 g",
  "ok. 200 g",
  "do 200 g",
  "mąka, 1 000 g",
  "mąka, 1.000 g",
  "1'000 g flour",
  "11/2 tsp salt",
  "0 eggs",
  "200 g",
  "pół łyżeczki soli",
  "1 i 1/2 łyżki oleju",
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

/** Amounts, the number of each, and whether it is one number to everybody. */
const amounts: readonly (readonly [text: string, number: number | null])[] = [
  ["2", 2],
  ["12", 12],
  ["0,5", 0.5],
  ["1.25", 1.25],
  ["½", 0.5],
  ["1½", 1.5],
  ["2 ¾", 2.75],
  ["3/4", 0.75],
  ["1 1/2", 1.5],
  ["2–3", null],
  ["1,5 - 2", null],
  ["1½–2", null],
  ["2 do 3", null],
  ["2 or 3", null],
  ["1 000", null],
  ["1,500", null],
  ["ok. 2", null],
  ["2 x 3", null],
  ["11/2", null],
];
const measures: readonly (readonly [text: string, unit: string | null, times: number])[] = [
  ["g", "g", 1],
  ["dag", "g", 10],
  ["dkg", "g", 10],
  ["kg", "g", 1000],
  ["ml", "ml", 1],
  ["cl", "ml", 10],
  ["l", "ml", 1000],
  ["tsp", "tsp", 1],
  ["łyżeczki", "tsp", 1],
  ["łyż.", "tbsp", 1],
  ["Tbsp.", "tbsp", 1],
  ["szt.", "pc", 1],
  ["", "pc", 1],
  ...[
    "cup",
    "fl oz",
    "qt",
    "szklanki",
    "szczypta",
    "heaped tsp",
    "op.",
    "T",
    "kg 200 g",
    "g/2 oz",
  ].map((text) => [text, null, 1] as const),
];

it("reads the number and the unit that stand in a line, or leaves the line as it is", () => {
  const random = xoroshiro128plus(36);
  const one = <Item>(items: readonly Item[]) =>
    items[uniformInt(random, 0, items.length - 1)] as Item; // below the end
  for (let run = 0; run < 3000; run += 1) {
    const [amount, number] = one(amounts);
    const [measure, unit, times] = one(measures);
    const name = one([
      "mięsa",
      "liver, chopped",
      "beef mince, 5% fat",
      "large eggs",
      "mąki (pszennej)",
    ]);
    const isAfter = measure !== "" && one([true, false]);
    const line = isAfter
      ? `${name}${one([", ", ": ", " – "])}${amount} ${measure}`
      : [amount, measure, name].filter(Boolean).join(one([" ", "  "]));
    const [row] = ingredientRows(one(["", "- ", "• ", "1. "]) + line);
    const marked = { name: line.replaceAll("  ", " ") };
    const isCounted = measure === "" && name.includes("%");
    const isCertain =
      number !== null && unit !== null && !isCounted && !(isAfter && name.includes("%"));
    const quantity = Math.round((number ?? 0) * times * 100) / 100;
    expect(row, line).toEqual(isCertain ? { quantity, unit, name } : marked);
  }
});
