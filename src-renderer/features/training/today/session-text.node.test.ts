import { expect, it } from "vitest";
import { sessionSteps } from "./plan-today.tsx";

it("splits a description into its sentences, not at decimals or measures", () => {
  expect(
    sessionSteps(
      "Turn both pairs to three quarters and close to 1.8 m. 6 to 8 passes; watch for the bend. Żadnych ocen!",
    ),
  ).toEqual([
    "Turn both pairs to three quarters and close to 1.8 m.",
    "6 to 8 passes; watch for the bend.",
    "Żadnych ocen!",
  ]);
  expect(sessionSteps("Eight sends through six poles from 10 to 2 o’clock")).toHaveLength(1);
  expect(sessionSteps("")).toEqual([]);
});
