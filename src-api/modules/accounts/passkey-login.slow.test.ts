import { describe, expect, test } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call, goodPassword, signedInUser, lastMail } from "#api/testing/account-requests.ts";
import { addPasskey, beginLogin, sendLogin } from "#api/testing/passkey-requests.ts";
import { SoftwareAuthenticator } from "#api/testing/software-authenticator.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { setFlag } from "#api/modules/flags/flag-store.ts";
import { passkeys, sessions, users } from "./schema.ts";
import { relyingParty } from "./passkeys.ts";

const portal = await forFile(createTestPortal());

const refused = { status: 401, body: { code: "passkey-refused" } };

/** Creates a user with a passkey. */
async function withPasskey(email: string) {
  const user = await signedInUser(portal, email);
  return { ...user, email, ...(await addPasskey(portal, user.token)) };
}

describe("a login with a passkey", () => {
  test("needs no address, and begins a session of two factors", async () => {
    const { device, id, email, token: first } = await withPasskey("ada@example.com");
    const { status, body } = await sendLogin(portal, device.assert(await beginLogin(portal)));
    expect([status, body.user.email]).toEqual([200, email]);
    expect((await call(portal, "GET", "/me", { token: body.token })).status).toBe(200);
    const begun = await portal.portal.database
      .select({ factors: sessions.factors })
      .from(sessions)
      .where(eq(sessions.userId, body.user.id));
    expect(begun.map(({ factors }) => factors).toSorted()).toEqual(["passkey", "password"]);
    const { items } = (await call(portal, "GET", "/me/passkeys", { token: first })).body;
    expect(items).toEqual([
      expect.objectContaining({ id, lastUsedAt: portal.portal.now().toISOString() }),
    ]);
  });

  test("works for devices that do not count", async () => {
    const { device } = await withPasskey("zero@example.com");
    for (let i = 0; i < 2; i++) {
      const options = await beginLogin(portal);
      expect((await sendLogin(portal, device.assert(options, { counter: 0 }))).status).toBe(200);
    }
  });

  test.each([
    ["from another origin", { origin: "https://evil.example" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["without user verification", { isVerified: false }],
    ["as the answer to a registration", { type: "webauthn.create" }],
    ["from a frame of another site", { crossOrigin: true }],
    ["that names no user", { userHandle: null }],
  ])("is refused %s", async (what, wrong) => {
    const { device } = await withPasskey(`${what.replaceAll(" ", "-")}@example.com`);
    const credential = device.assert(await beginLogin(portal), wrong);
    expect(await sendLogin(portal, credential)).toMatchObject(refused);
  });

  test("is refused when it names another user, or is signed by another's key", async () => {
    const owner = await withPasskey("named@example.com");
    const other = await withPasskey("namer@example.com");
    const handle = other.device.assert(await beginLogin(portal)).response.userHandle ?? null;
    const named = owner.device.assert(await beginLogin(portal), { userHandle: handle });
    expect(await sendLogin(portal, named)).toMatchObject(refused);
    const own = owner.device.assert(await beginLogin(portal));
    const forged = { ...other.device.assert(await beginLogin(portal)), id: own.id, rawId: own.id };
    forged.response.userHandle = own.response.userHandle;
    expect(await sendLogin(portal, forged)).toMatchObject(refused);
  });

  test("is refused when it is replayed", async () => {
    const { device } = await withPasskey("replay@example.com");
    const credential = device.assert(await beginLogin(portal));
    expect((await sendLogin(portal, credential)).status).toBe(200);
    expect(await sendLogin(portal, credential)).toMatchObject(refused);
  });

  test("succeeds once when one challenge is sent twenty times at once", async () => {
    const { device } = await withPasskey("race@example.com");
    const options = await beginLogin(portal);
    const credentials = Array.from({ length: 20 }, () => device.assert(options));
    const answers = await Promise.all(
      credentials.map((credential) => sendLogin(portal, credential)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  test("is refused five minutes after it began, and for a challenge that nobody asked for", async () => {
    const { device } = await withPasskey("late@example.com");
    const options = await beginLogin(portal);
    portal.advance(5 * minuteMs);
    expect(await sendLogin(portal, device.assert(options))).toMatchObject(refused);
    const own = { ...options, challenge: "b3du".padEnd(43, "A") };
    expect(await sendLogin(portal, device.assert(own))).toMatchObject(refused);
  });

  test("uses its challenge up also when it fails", async () => {
    const { device } = await withPasskey("spent@example.com");
    const options = await beginLogin(portal);
    await sendLogin(portal, device.assert(options, { isVerified: false }));
    expect(await sendLogin(portal, device.assert(options))).toMatchObject(refused);
  });

  test("is refused when the counter does not go on, as that of a copy", async () => {
    const { device } = await withPasskey("copy@example.com");
    expect(
      (await sendLogin(portal, device.assert(await beginLogin(portal), { counter: 7 }))).status,
    ).toBe(200);
    for (const counter of [7, 3, 0]) {
      const credential = device.assert(await beginLogin(portal), { counter });
      expect(await sendLogin(portal, credential)).toMatchObject(refused);
    }
  });

  test("is refused for a removed and for an unknown passkey, with the same answer", async () => {
    const { device, id, token } = await withPasskey("removed@example.com");
    const body = { password: goodPassword };
    await call(portal, "POST", `/me/passkeys/${id}/removal`, { token, body });
    const removed = await sendLogin(portal, device.assert(await beginLogin(portal)));
    const unknown = await sendLogin(
      portal,
      new SoftwareAuthenticator().assert(await beginLogin(portal)),
    );
    expect(removed).toMatchObject(refused);
    expect(unknown.body).toEqual(removed.body);
  });

  test("is refused while the address is not proven", async () => {
    const { device, id: passkeyId } = await withPasskey("unproven@example.com");
    const [row] = await portal.portal.database
      .select({ userId: passkeys.userId })
      .from(passkeys)
      .where(eq(passkeys.id, passkeyId));
    await portal.portal.database
      .update(users)
      .set({ email: null, unprovenEmail: "unproven@example.com" })
      .where(eq(users.id, row?.userId ?? ""));
    expect(await sendLogin(portal, device.assert(await beginLogin(portal)))).toMatchObject(refused);
  });

  test("is refused while logging in is disabled", async () => {
    const { device } = await withPasskey("disabled@example.com");
    const options = await beginLogin(portal);
    await setFlag(portal.portal, "login-disabled", true);
    const answers = [
      await call(portal, "POST", "/login/passkey/options"),
      await sendLogin(portal, device.assert(options)),
    ];
    await setFlag(portal.portal, "login-disabled", false);
    expect(answers.map(({ body }) => body.code)).toEqual(["feature-disabled", "feature-disabled"]);
  });

  test("from a new network is mailed about", async () => {
    const { device, email } = await withPasskey("moved@example.com");
    await sendLogin(portal, device.assert(await beginLogin(portal)), "198.51.100.7");
    expect(lastMail(portal, email).subject).toBe("New login to your account");
  });

  test("is limited by client", async () => {
    const ip = "203.0.113.77";
    const send = async () => {
      const credential = new SoftwareAuthenticator().assert({
        challenge: "AAAA",
        rpId: "portal.test",
        timeout: 1,
        userVerification: "required",
      });
      return (await sendLogin(portal, credential, ip)).status;
    };
    const statuses = [];
    for (let i = 0; i < 61; i++) statuses.push(await send());
    expect(statuses.indexOf(429)).toBe(60);
  });
});

test.each([
  ["https://portal.example.com", "portal.example.com", "https://portal.example.com"],
  ["http://127.0.0.1:4000", "localhost", "http://localhost:4000"],
  ["http://[::1]:4000", "localhost", "http://localhost:4000"],
  ["http://0.0.0.0:4000", "localhost", "http://localhost:4000"],
  ["http://localhost:4000", "localhost", "http://localhost:4000"],
])("at %s passkeys belong to %s", (publicUrl, id, origin) => {
  const { config, brand } = portal.portal;
  const party = relyingParty({ config: { ...config, publicUrl }, brand });
  expect(party).toEqual({ id, origin, name: brand.name });
});
