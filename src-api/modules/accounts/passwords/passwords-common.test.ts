import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { isCommonPassword, refuseCommonPassword } from "./passwords-common.ts";

const longEnough = dictionary["passwords-common"].filter(({ length }) => length >= 8);

describe("the commonest passwords", () => {
  test("are refused down to the 3,000th of those that are long enough", async () => {
    const commonest = longEnough.slice(0, 3_000);
    expect(new Set(commonest).size).toBe(3_000);
    const taken = await Promise.all(
      commonest.map(async (password) => ((await isCommonPassword(password)) ? [] : [password])),
    );
    expect(taken.flat()).toEqual([]);
  });

  test("are refused in any case, at the field that they were typed into", async () => {
    await expect(refuseCommonPassword("PassWord", "newPassword")).rejects.toMatchObject({
      code: "validation",
      details: { fields: { newPassword: "forms:passwordCommon" } },
    });
    await expect(refuseCommonPassword("three green tunnels", "password")).resolves.toBeUndefined();
  });
});
