import { describe, expect, test } from "vitest";
import { maxPasskeys } from "#shared/api/passkeys.ts";
import { minuteMs } from "#shared/durations.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import {
  call,
  goodPassword,
  lastMail,
  logIn,
  newPassword,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { addCredential, addPasskey, beginPasskey } from "#api/testing/passkey-requests.ts";
import { SoftwareAuthenticator } from "#api/testing/software-authenticator.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { passkeyChallenges, passkeys } from "./schema.ts";
import { purge } from "#api/retention/retention.ts";

const portal = await forFile(createTestPortal());

const list = async (token: string) =>
  (await call(portal, "GET", "/me/passkeys", { token })).body.items as {
    id: string;
    name: string;
  }[];
const remove = (token: string, id: string, password = goodPassword) =>
  call(portal, "POST", `/me/passkeys/${id}/removal`, { token, body: { password } });
const invalid = { status: 422, body: { code: "passkey-invalid" } };
const actsOn = async (userId: string) =>
  (
    await portal.portal.database
      .select({ act: auditEntries.act })
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, userId))
      .orderBy(auditEntries.id)
  ).map(({ act }) => act);

describe("passkeys of an account", () => {
  test("are added, renamed and removed, each recorded, and the owner is mailed", async () => {
    const { id: userId, token } = await signedInUser(portal, "own@example.com");
    const { id } = await addPasskey(portal, token, "Phone");
    expect(lastMail(portal, "own@example.com").subject).toBe("A passkey was added to your account");
    await addPasskey(portal, token, "Laptop");
    expect((await list(token)).map(({ name }) => name).toSorted()).toEqual(["Laptop", "Phone"]);
    const rename = { token, body: { name: " New phone " } };
    expect((await call(portal, "PUT", `/me/passkeys/${id}`, rename)).body.name).toBe("New phone");
    expect((await remove(token, id)).status).toBe(200);
    expect((await list(token)).map(({ name }) => name)).toEqual(["Laptop"]);
    expect(lastMail(portal, "own@example.com").subject).toContain("was removed");
    const acts = await actsOn(userId);
    const added = ["passkey-added", "passkey-added"];
    expect(acts.filter((act) => act.startsWith("passkey"))).toEqual([
      ...added,
      "passkey-renamed",
      "passkey-removed",
    ]);
  });

  test("need the password to be added and removed", async () => {
    const { token } = await signedInUser(portal, "asked@example.com");
    expect((await beginPasskey(portal, token, "wrong")).status).toBe(422);
    const { id } = await addPasskey(portal, token);
    expect(await remove(token, id, "wrong")).toMatchObject({ body: { code: "wrong-password" } });
    expect(await list(token)).toHaveLength(1);
  });

  test("are at most 20, also when the last places are taken at once", async () => {
    const { id: userId, token } = await signedInUser(portal, "many@example.com");
    const device = () => new SoftwareAuthenticator();
    // Of two sessions: what is added replaces the token of its own, and a request that is later would be none of the user's.
    const { body: other } = await logIn(portal, "many@example.com");
    const tokens = [token, other.token as string];
    const challenges = await Promise.all(tokens.map((one) => beginPasskey(portal, one)));
    const at = portal.portal.now();
    await portal.portal.database.insert(passkeys).values(
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
      challenges.map(({ body }, i) =>
        addCredential(portal, tokens[i] ?? "", device().create(body)),
      ),
    );
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await beginPasskey(portal, token)).toMatchObject({ body: { code: "limit-reached" } });
  });

  test("of another user look like missing ones", async () => {
    const owner = await signedInUser(portal, "owner@example.com");
    const other = await signedInUser(portal, "other@example.com");
    const { id } = await addPasskey(portal, owner.token);
    expect((await remove(other.token, id)).status).toBe(404);
    const rename = { token: other.token, body: { name: "Mine" } };
    expect((await call(portal, "PUT", `/me/passkeys/${id}`, rename)).status).toBe(404);
    expect(await list(owner.token)).toHaveLength(1);
  });

  test("belong to one account", async () => {
    const owner = await signedInUser(portal, "first@example.com");
    const other = await signedInUser(portal, "second@example.com");
    const { device } = await addPasskey(portal, owner.token);
    const { body } = await beginPasskey(portal, other.token);
    expect(await addCredential(portal, other.token, device.create(body))).toMatchObject(invalid);
    expect(await list(other.token)).toEqual([]);
  });

  test("vanish with the account, and are in the export", async () => {
    const { id, token } = await signedInUser(portal, "gone@example.com");
    await addPasskey(portal, token, "Old phone");
    const body = { password: goodPassword };
    const { body: data, text } = await call(portal, "POST", "/me/export", { token, body });
    expect(data.passkeys).toEqual([expect.objectContaining({ name: "Old phone" })]);
    expect(text).not.toContain("publicKey");
    await call(portal, "POST", "/me/deletion", { token, body });
    const remaining = await portal.portal.database.$count(passkeys, eq(passkeys.userId, id));
    expect(remaining).toBe(0);
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
    const { token } = await signedInUser(portal, `${what.replaceAll(" ", "-")}@example.com`);
    const { body } = await beginPasskey(portal, token);
    const credential = new SoftwareAuthenticator().create(body, wrong);
    expect(await addCredential(portal, token, credential)).toMatchObject(invalid);
    expect(await list(token)).toEqual([]);
  });

  test("after five minutes, for a challenge of another session, and the second time", async () => {
    const { token } = await signedInUser(portal, "late@example.com");
    const late = await beginPasskey(portal, token);
    portal.advance(5 * minuteMs);
    const device = new SoftwareAuthenticator();
    expect(await addCredential(portal, token, device.create(late.body))).toMatchObject(invalid);
    const thief = (await signedInUser(portal, "thief@example.com")).token;
    const { body } = await beginPasskey(portal, token);
    expect(await addCredential(portal, thief, device.create(body))).toMatchObject(invalid);
    expect((await addCredential(portal, token, device.create(body))).status).toBe(201);
    const again = new SoftwareAuthenticator().create(body);
    expect(await addCredential(portal, token, again)).toMatchObject(invalid);
  });

  test("once the session was ended by a change of the password elsewhere", async () => {
    const { token } = await signedInUser(portal, "ended@example.com");
    const { body } = await beginPasskey(portal, token);
    const login = { body: { email: "ended@example.com", password: goodPassword } };
    const other = (await call(portal, "POST", "/login", login)).body.token;
    const change = { currentPassword: goodPassword, newPassword };
    await call(portal, "PUT", "/me/password", { token: other, body: change });
    const credential = new SoftwareAuthenticator().create(body);
    expect((await addCredential(portal, token, credential)).status).toBe(401);
  });
});

test("challenges that were not used are purged once they have expired", async () => {
  const { token } = await signedInUser(portal, "purged@example.com");
  await beginPasskey(portal, token);
  portal.advance(5 * minuteMs);
  await purge(portal.portal);
  expect(await portal.portal.database.$count(passkeyChallenges)).toBe(0);
});
