import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { seal, unseal } from "./sealed.ts";

describe("a sealed value", () => {
  const key = randomBytes(32);
  const value = { code: "482913" };

  test("is read with the same key and job only, and differs each time", () => {
    const sealed = seal(key, "a", value);
    expect(unseal(key, "a", sealed)).toEqual(value);
    expect(seal(key, "a", value)).not.toEqual(sealed);
    expect(() => unseal(randomBytes(32), "a", sealed)).toThrow("authenticate");
    expect(() => unseal(key, "b", sealed)).toThrow("authenticate");
  });

  test("is not read when it was changed or cut", () => {
    const bytes = Buffer.from(seal(key, "a", value).sealed, "base64");
    const cut = { sealed: bytes.subarray(0, 20).toString("base64") };
    bytes[bytes.length - 1]! ^= 1;
    for (const wrong of [{ sealed: bytes.toString("base64") }, cut, { code: "482913" }, null]) {
      expect(() => unseal(key, "a", wrong)).toThrow(Error);
    }
  });
});
