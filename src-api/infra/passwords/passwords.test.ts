import { describe, expect, test } from "vitest";
import { dummyHash, hashPassword, verifyPassword } from "./passwords.ts";
import { isCommonPassword } from "../../modules/accounts/passwords/passwords-common.ts";

describe("passwords", () => {
  test("are argon2id hashes with a salt of their own, in the PHC format", async () => {
    const hashes = [
      await hashPassword("three green tunnels"),
      await hashPassword("three green tunnels"),
    ];
    for (const hash of hashes) {
      expect(hash).toMatch(
        /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
      );
      expect(await verifyPassword(hash, "three green tunnels")).toBe(true);
      expect(await verifyPassword(hash, "three green tunnelS")).toBe(false);
    }
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  test("count to the last character, beyond 72 bytes too", async () => {
    const hash = await hashPassword(`${"ż".repeat(127)}a`);
    expect(await verifyPassword(hash, `${"ż".repeat(127)}b`)).toBe(false);
    expect(await verifyPassword(hash, `${"ż".repeat(127)}a`)).toBe(true);
  });

  test("typed with combining marks are the same passwords", async () => {
    const hash = await hashPassword("zażółć gęślą".normalize("NFC"));
    expect(await verifyPassword(hash, "zażółć gęślą".normalize("NFD"))).toBe(true);
  });

  test("never match the stand-in for an unknown account", async () => {
    expect(await verifyPassword(dummyHash, "")).toBe(false);
    expect(dummyHash.split("$").slice(0, 4)).toEqual(
      (await hashPassword("x")).split("$").slice(0, 4),
    );
  });

  test("behind a malformed hash are an error, not a wrong password", async () => {
    await expect(verifyPassword("plain", "plain")).rejects.toThrow("malformed");
  });

  test("among the commonest are known in any case, others are not", async () => {
    expect(await isCommonPassword("password")).toBe(true);
    expect(await isCommonPassword("PassWord")).toBe(true);
    expect(await isCommonPassword("football1")).toBe(true);
    expect(await isCommonPassword("three green tunnels")).toBe(false);
  });
});
