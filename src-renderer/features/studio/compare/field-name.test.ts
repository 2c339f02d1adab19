import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import "#renderer/testing/texts.ts";
import { useFieldName } from "./field-name.ts";

it.each([
  ["pl.ingredients.3", "Polish: ingredients, 4"],
  ["cover.alt.pl", "Polish: Picture of your own"],
  ["cover.focus.x", "Picture of your own"],
])("%s is named %s", (place, name) => {
  expect(renderHook(useFieldName).result.current(place)).toBe(name);
});
