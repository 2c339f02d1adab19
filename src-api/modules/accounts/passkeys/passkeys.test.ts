import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maxPasskeys } from "../../../../src-shared/api/passkeys.ts";
import { auditEntries } from "../../../infra/audit/schema.ts";
import {
  call,
  goodPassword,
  lastMail,
  newPassword,
  signedInUser,
} from "../../../testing/account-requests.ts";
import { addCredential, addPasskey, beginPasskey } from "../../../testing/passkey-requests.ts";
import { SoftwareAuthenticator } from "../../../testing/software-authenticator.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { passkeyChallenges, passkeys } from "../schema.ts";
import { purge } from "../../../retention/purge.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

const list = async (token: string) =>
  (await call(it, "GET", "/me/passkeys", { token })).body.items as { id: string; name: string }[];
const remove = (token: string, id: string, password = goodPassword) =>
  call(it, "POST", `/me/passkeys/${id}/removal`, { token, body: { password } });
const invalid = { status: 422, body: { code: "passkey-invalid" } };
const actsOn = async (userId: string) =>
  (
    await it.portal.database
      .select({ act: auditEntries.act })
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, userId))
      .orderBy(auditEntries.id)
  ).map(({ act }) => act);

describe("passkeys of an account", () => {
  test("are added, renamed and removed, each recorded, and the owner is mailed", async () => {
    const { id: userId, token } = await signedInUser(it, "own@example.com");
    const { id } = await addPasskey(it, token, "Phone");
    expect(lastMail(it, "own@example.com").subject).toBe("A passkey was added to your account");
    await addPasskey(it, token, "Laptop");
    expect((await list(token)).map(({ name }) => name).toSorted()).toEqual(["Laptop", "Phone"]);
    const rename = { token, body: { name: " New phone " } };
    expect((await call(it, "PUT", `/me/passkeys/${id}`, rename)).body.name).toBe("New phone");
    expect((await remove(token, id)).status).toBe(200);
    expect((await list(token)).map(({ name }) => name)).toEqual(["Laptop"]);
    expect(lastMail(it, "own@example.com").subject).toContain("was removed");
    const acts = await actsOn(userId);
    const added = ["passkey-added", "passkey-added"];
    expect(acts.filter((act) => act.startsWith("passkey"))).toEqual([
      ...added,
      "passkey-renamed",
      "passkey-removed",
    ]);
  });

  test("need the password to be added and removed", async () => {
    const { token } = await signedInUser(it, "asked@example.com");
    expect((await beginPasskey(it, token, "wrong")).status).toBe(422);
    const { id } = await addPasskey(it, token);
    expect(await remove(token, id, "wrong")).toMatchObject({ body: { code: "wrong-password" } });
    expect(await list(token)).toHaveLength(1);
  });

  test("are at most 20, also when the last places are taken at once", async () => {
    const { id: userId, token } = await signedInUser(it, "many@example.com");
    const device = () => new SoftwareAuthenticator();
    const asked = await Promise.all([beginPasskey(it, token), beginPasskey(it, token)]);
    const at = it.portal.now();
    await it.portal.database.insert(passkeys).values(
      Array.from({ length: maxPasskeys - 1 }, (_, i) => ({
        id: crypto.randomUUID(),
        userId,
        credentialId: `many-${i}`,
        publicKey: "",
        counter: 0,
        transports: [],
        name: "Key",
        createdAt: at,
        lastUsedAt: null,
      })),
    );
    const added = await Promise.all(
      asked.map(({ body }) => addCredential(it, token, device().create(body))),
    );
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await beginPasskey(it, token)).toMatchObject({ body: { code: "limit-reached" } });
  });

  test("of another user look like missing ones", async () => {
    const owner = await signedInUser(it, "owner@example.com");
    const other = await signedInUser(it, "other@example.com");
    const { id } = await addPasskey(it, owner.token);
    expect((await remove(other.token, id)).status).toBe(404);
    const rename = { token: other.token, body: { name: "Mine" } };
    expect((await call(it, "PUT", `/me/passkeys/${id}`, rename)).status).toBe(404);
    expect(await list(owner.token)).toHaveLength(1);
  });

  test("belong to one account", async () => {
    const owner = await signedInUser(it, "first@example.com");
    const other = await signedInUser(it, "second@example.com");
    const { device } = await addPasskey(it, owner.token);
    const { body } = await beginPasskey(it, other.token);
    expect(await addCredential(it, other.token, device.create(body))).toMatchObject(invalid);
    expect(await list(other.token)).toEqual([]);
  });

  test("vanish with the account, and are in the export", async () => {
    const { id, token } = await signedInUser(it, "gone@example.com");
    await addPasskey(it, token, "Old phone");
    const body = { password: goodPassword };
    const { body: data, text } = await call(it, "POST", "/me/export", { token, body });
    expect(data.passkeys).toEqual([expect.objectContaining({ name: "Old phone" })]);
    expect(text).not.toContain("publicKey");
    await call(it, "POST", "/me/deletion", { token, body });
    const left = await it.portal.database.$count(passkeys, eq(passkeys.userId, id));
    expect(left).toBe(0);
  });
});

describe("a created passkey is refused", () => {
  test.each([
    ["from another origin", { origin: "https://evil.example" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["without user verification", { isVerified: false }],
    ["as the answer to a login", { type: "webauthn.get" }],
    ["from a frame of another site", { crossOrigin: true }],
  ])("%s", async (what, wrong) => {
    const { token } = await signedInUser(it, `${what.replaceAll(" ", "-")}@example.com`);
    const { body } = await beginPasskey(it, token);
    const credential = new SoftwareAuthenticator().create(body, wrong);
    expect(await addCredential(it, token, credential)).toMatchObject(invalid);
    expect(await list(token)).toEqual([]);
  });

  test("after five minutes, for a challenge of another session, and the second time", async () => {
    const { token } = await signedInUser(it, "late@example.com");
    const late = await beginPasskey(it, token);
    it.advance(5 * 60_000);
    const device = new SoftwareAuthenticator();
    expect(await addCredential(it, token, device.create(late.body))).toMatchObject(invalid);
    const thief = (await signedInUser(it, "thief@example.com")).token;
    const { body } = await beginPasskey(it, token);
    expect(await addCredential(it, thief, device.create(body))).toMatchObject(invalid);
    expect((await addCredential(it, token, device.create(body))).status).toBe(201);
    const again = new SoftwareAuthenticator().create(body);
    expect(await addCredential(it, token, again)).toMatchObject(invalid);
  });

  test("once the session was ended by a change of the password elsewhere", async () => {
    const { token } = await signedInUser(it, "ended@example.com");
    const { body } = await beginPasskey(it, token);
    const login = { body: { email: "ended@example.com", password: goodPassword } };
    const other = (await call(it, "POST", "/login", login)).body.token;
    const change = { currentPassword: goodPassword, newPassword };
    await call(it, "PUT", "/me/password", { token: other, body: change });
    const credential = new SoftwareAuthenticator().create(body);
    expect((await addCredential(it, token, credential)).status).toBe(401);
  });
});

test("challenges that were not used are purged once they have expired", async () => {
  const { token } = await signedInUser(it, "purged@example.com");
  await beginPasskey(it, token);
  it.advance(5 * 60_000);
  await purge(it.portal);
  expect(await it.portal.database.$count(passkeyChallenges)).toBe(0);
});
