import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { changePasswordSchema } from "./account.ts";
import { registerSchema, resetPasswordSchema } from "./sign-in.ts";

/** Returns whether a schema accepts the field of that name, whatever else is missing. */
const accepts = (schema: z.ZodMiniType, field: string, value: string) =>
  !schema.safeParse({ [field]: value }).error?.issues.some(({ path }) => path[0] === field);

describe.each([
  ["registering", registerSchema, "password"],
  ["resetting", resetPasswordSchema, "password"],
  ["changing", changePasswordSchema, "newPassword"],
] as const)("%s a password", (_, schema, field) => {
  test.each([
    [1, false],
    [7, false],
    [8, true],
    [64, true],
    [128, true],
    [129, false],
  ])("accepts one of %i characters: %s", (length, expected) => {
    expect(accepts(schema, field, "x".repeat(length))).toBe(expected);
  });

  test.each([
    "only lower case",
    "ONLYUPPERCASE",
    "73519402",
    "!!??--__",
    "        x",
    "zażółć gęślą jaźń",
    "🐕🐕🐕🐕🐕🐕🐕🐕",
    "aaaaaaaaaaaa",
    "<script>alert(1)</script>",
    "'; drop table users; --",
  ])("accepts %s: there is no rule of composition", (password) => {
    expect(accepts(schema, field, password)).toBe(true);
  });
});
