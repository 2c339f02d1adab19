import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { isCommonPassword, refuseCommonPassword } from "./password.ts";

const longEnough = dictionary["passwords-common"].filter(({ length }) => length >= 8);

describe("the most common passwords", () => {
  test("are refused: the first 3,000 of those that are long enough", async () => {
    const commonest = longEnough.slice(0, 3_000);
    expect(new Set(commonest).size).toBe(3_000);
    const accepted = await Promise.all(
      commonest.map(async (password) => ((await isCommonPassword(password)) ? [] : [password])),
    );
    expect(accepted.flat()).toEqual([]);
  });

  test("are refused in upper and lower case, with an error for the form field", async () => {
    await expect(refuseCommonPassword("PassWord", "newPassword")).rejects.toMatchObject({
      code: "validation",
      details: { fields: { newPassword: "forms:passwordCommon" } },
    });
    await expect(refuseCommonPassword("three green tunnels", "password")).resolves.toBeUndefined();
  });
});
