import { expect, it } from "vitest";
import { dogFormSchema, measureFormSchema, textsOf, today } from "./form-values.ts";

const luna = { ...textsOf(null, String), name: "Luna" };

it("accepts the decimal point and comma, with and without the unit, and empty fields", () => {
  expect(dogFormSchema.parse({ ...luna, heightCm: " 34,5 cm", weightKg: "8.4" })).toMatchObject({
    heightCm: 34.5,
    weightKg: 8.4,
    bornOn: null,
    discipline: null,
    measuredOn: today(),
  });
  expect(dogFormSchema.parse(luna)).toMatchObject({ heightCm: null, weightKg: null });
});

it.each([
  [{ name: " " }, "name", "required"],
  [{ heightCm: "tall" }, "heightCm", "number"],
  [{ heightCm: "1.000,5" }, "heightCm", "number"],
  [{ heightCm: "9,9" }, "heightCm", "heightRange"],
  [{ heightCm: "30", measuredOn: "" }, "measuredOn", "required"],
  [{ weightKg: "121" }, "weightKg", "weightRange"],
  [{ weightKg: "8", weighedOn: "" }, "weighedOn", "required"],
  [{ bornOn: "2999-01-01" }, "bornOn", "future"],
  [{ bornOn: "1901-01-01" }, "bornOn", "day"],
])("reports %o at its field", (change, field, message) => {
  const { error } = dogFormSchema.safeParse({ ...luna, ...change });
  expect(error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]]);
});

it("asks for the height of a measurement", () => {
  const { error } = measureFormSchema.safeParse({ heightCm: "", measuredOn: today() });
  expect(error?.issues.map(({ message }) => message)).toEqual(["required"]);
});
