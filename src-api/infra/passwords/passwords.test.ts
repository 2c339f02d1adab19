import { describe, expect, test } from "vitest";
import { dummyHash, hashPassword, verifyPassword } from "./passwords.ts";
import { setPasswordCost } from "#api/testing/password-cost.ts";
import { isCommonPassword } from "#api/modules/accounts/password.ts";

describe("passwords", () => {
  test("are stored as salted argon2id hashes in the PHC format", async () => {
    setPasswordCost("real");
    const hashes = [
      await hashPassword("three green tunnels"),
      await hashPassword("three green tunnels"),
    ];
    setPasswordCost("least");
    for (const hash of hashes) {
      expect(hash).toMatch(
        /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
      );
      expect(await verifyPassword(hash, "three green tunnels")).toBe(true);
      expect(await verifyPassword(hash, "three green tunnelS")).toBe(false);
    }
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  test("are compared in full, also beyond 72 bytes", async () => {
    const hash = await hashPassword(`${"ż".repeat(127)}a`);
    expect(await verifyPassword(hash, `${"ż".repeat(127)}b`)).toBe(false);
    expect(await verifyPassword(hash, `${"ż".repeat(127)}a`)).toBe(true);
  });

  test("with combining marks match their composed form", async () => {
    const hash = await hashPassword("zażółć gęślą".normalize("NFC"));
    expect(await verifyPassword(hash, "zażółć gęślą".normalize("NFD"))).toBe(true);
  });

  test("never match the dummy hash of unknown accounts", async () => {
    expect(await verifyPassword(dummyHash, "")).toBe(false);
    expect(dummyHash.split("$").slice(0, 4)).toEqual(
      (await hashPassword("x")).split("$").slice(0, 4),
    );
  });

  test("with a malformed stored hash cause an error, not a mismatch", async () => {
    await expect(verifyPassword("plain", "plain")).rejects.toThrow("malformed");
  });

  test("on the list of common ones are recognised in any letter case, others are not", async () => {
    expect(await isCommonPassword("password")).toBe(true);
    expect(await isCommonPassword("PassWord")).toBe(true);
    expect(await isCommonPassword("football1")).toBe(true);
    expect(await isCommonPassword("three green tunnels")).toBe(false);
  });
});
