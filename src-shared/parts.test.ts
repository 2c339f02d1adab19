import { describe, expect, it } from "vitest";
import { findRoute, isPartOn, isTargetOn, shownKinds, type PartSettings } from "./parts.ts";
import { contentKinds } from "./content-kinds.ts";
import { partIds } from "./routes.ts";

const on = (settings: PartSettings) => partIds.filter((part) => isPartOn(settings, part));

describe("parts", () => {
  it("are all on where a brand says nothing", () => {
    expect(on({})).toEqual(partIds);
    expect(shownKinds({})).toEqual(contentKinds);
  });

  it.each([
    [
      { partsOff: ["dogs"] },
      ["training", "judgesNotes", "readersList", "orderReminder"], // what needs a dog is off, too
    ],
    [
      { partsOff: ["heightClasses"] },
      ["dogs", "training", "judgesNotes", "portionsByDog", "readersList", "orderReminder"],
    ],
    [
      { kinds: { protocols: { hidden: true }, recipes: { hidden: true } } },
      ["dogs", "heightClasses", "showDay", "judgesNotes", "readersList", "orderReminder"],
    ],
  ] satisfies [PartSettings, string[]][])("with %j leaves %j on", (settings, left) => {
    expect(on(settings).toSorted()).toEqual(left.toSorted());
  });
});

describe("the route of an address", () => {
  const routeAt = (settings: PartSettings, address: string) => {
    const { pathname, search } = new URL(address, "http://localhost");
    return findRoute(settings, { pathname, search });
  };
  const hidden: PartSettings = { kinds: { recipes: { hidden: true } } };
  const noDogs: PartSettings = { partsOff: ["dogs"] };

  it.each([
    [hidden, "/recipes"],
    [hidden, "/recipes/liver-cubes"],
    [hidden, "/preview/recipes/liver-cubes"],
    [hidden, "/review/recipes/liver-cubes"],
    [hidden, "/studio/new/recipes"],
    [hidden, "/studio/recipes/liver-cubes"],
    [noDogs, "/show-day"],
    [noDogs, "/dashboard?tab=dogs"],
    [noDogs, "/dashboard?lang=pl&tab=dogs"],
    [{ partsOff: ["training"] }, "/dashboard?tab=training"],
  ] satisfies [PartSettings, string][])(
    "with %j is none at %s, and one without",
    (settings, address) => {
      expect(routeAt(settings, address)).toBeNull();
      expect(routeAt({}, address)).not.toBeNull();
    },
  );

  it.each([
    "/articles/recipes",
    "/dashboard",
    "/dashboard?tab=account",
    "/preview/articles/recipes",
  ])("is the same as ever at %s", (address) =>
    expect(routeAt({ ...hidden, ...noDogs }, address)).toBe(routeAt({}, address)),
  );
});

it("a tab that shows no part is always there", () => {
  const off: PartSettings = { partsOff: [...partIds] };
  expect([isTargetOn(off, "account"), isTargetOn(off, "training")]).toEqual([true, false]);
});
