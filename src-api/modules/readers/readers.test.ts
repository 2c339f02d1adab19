import { beforeEach, describe, expect, test } from "vitest";
import { bounceSecretHeader } from "#shared/api/readers.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { findBounces, forgetBounce } from "#api/infra/mail/bounces.ts";
import {
  call,
  claimedUser,
  enterCode,
  goodPassword,
  lastMail,
  logIn,
  mailedCode,
  register,
  registerAndProve,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { users } from "#api/modules/accounts/schema.ts";
import {
  findReaders,
  importConsents,
  isMailable,
  readersTable,
  unsubscribeLine,
} from "./module.ts";

const mailWebhookSecret = "a secret of the provider";
const portal = await forFile(createTestPortal({ mailWebhookSecret }));
const { database } = portal.portal;

let networks = 0;
let ip = "";
beforeEach(() => {
  networks += 1;
  ip = `203.0.113.${networks}`;
});

const subscribe = (email: string, language = "en") =>
  call(portal, "POST", "/readers", { body: { email, language }, ip });
const mailsTo = (email: string) => portal.mails.filter(({ to }) => to === email);
const pathOf = (url: string) => url.replace("http://portal.test/api", "");
const linkOf = (email: string) => pathOf(lastMail(portal, email).action?.url ?? "");
const rowOf = async (email: string) => {
  const [row] = await database.select().from(readersTable).where(eq(readersTable.email, email));
  return row;
};
const isMailed = async (email: string) => {
  const rows = await database.select().from(readersTable).where(isMailable());
  return rows.filter((row) => row.email === email).length;
};

async function subscribeAndConfirm(email: string) {
  await subscribe(email);
  expect((await call(portal, "POST", linkOf(email), { ip })).status).toBe(200);
}

/** The link of a mail that was sent to a reader. */
async function unsubscribeLink(email: string) {
  const row = await rowOf(email);
  return pathOf((await unsubscribeLine(portal.portal, row!)).url);
}

/** Follows a link as a mail program does at one click. */
const clickOnce = (link: string) => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return call(portal, "POST", link, { body: "List-Unsubscribe=One-Click", headers, ip });
};

const unsubscribe = async (email: string) => clickOnce(await unsubscribeLink(email));

const report = (address: string, type: "bounce" | "complaint", at: Date) =>
  call(portal, "POST", "/mail/bounces", {
    headers: { [bounceSecretHeader]: mailWebhookSecret },
    body: { reports: [{ address, type, at: at.toISOString() }] },
  });
const isBounced = async (email: string) => (await findBounces(database, [email])).has(email);

async function admin() {
  const email = `admin${networks}@example.com`;
  await claimedUser(portal, email, { roles: ["ROLE_ADMIN"] });
  return (await logIn(portal, email)).body.token;
}

describe("subscribing with an address alone", () => {
  test("mails a link, whose page asks; only its button confirms, and a second click does no harm", async () => {
    const email = "visitor@example.com";
    expect(await subscribe(email)).toMatchObject({ status: 202, text: "" });
    expect(await rowOf(email)).toBeUndefined();
    const link = linkOf(email);
    const page = await call(portal, "GET", link, { ip });
    expect(page.text).toContain("Get news from Ringside by e-mail?");
    expect(await isMailed(email)).toBe(0);
    const confirmed = await call(portal, "POST", link, { ip });
    expect(confirmed.text).toContain("Thank you, you are subscribed");
    expect(await rowOf(email)).toMatchObject({
      source: "subscription",
      userId: null,
      consentedAt: portal.portal.now(),
      withdrawnAt: null,
    });
    expect((await call(portal, "POST", link, { ip })).status).toBe(200);
    expect(await isMailed(email)).toBe(1);
  });

  test("answers the same for an address with an account, and mails one link an hour", async () => {
    const email = "known@example.com";
    await claimedUser(portal, email);
    expect(await subscribe(email)).toMatchObject({ status: 202, text: "" });
    expect(await subscribe(email)).toMatchObject({ status: 202, text: "" });
    expect(mailsTo(email)).toHaveLength(1);
    portal.advance(hourMs);
    await subscribe(email, "pl");
    expect(mailsTo(email)).toHaveLength(2);
    expect(lastMail(portal, email).subject).toBe("Potwierdź: nowości z Ringside e-mailem");
    await call(portal, "POST", linkOf(email), { ip });
    const [account] = await database.select().from(users).where(eq(users.email, email));
    expect(await rowOf(email)).toMatchObject({ userId: account?.id });
  });

  test("ends after seven days, and is refused too often and with the part off", async () => {
    const email = "late@example.com";
    await subscribe(email);
    const link = linkOf(email);
    portal.advance(7 * dayMs);
    expect((await call(portal, "POST", link, { ip })).status).toBe(404);
    expect(await rowOf(email)).toBeUndefined();
    for (let at = 0; at < 5; at += 1) await subscribe("often@example.com");
    expect((await subscribe("often@example.com")).status).toBe(429);
    const { brand } = portal.portal;
    portal.portal.brand = { ...brand, partsOff: ["readersList"] };
    expect((await subscribe("off@example.com")).status).toBe(404);
    portal.portal.brand = brand;
  });
});

describe("a reader and an account", () => {
  test("with the same address are one person, who is mailed once and not after unsubscribing or deleting the account", async () => {
    const email = "one@example.com";
    await subscribeAndConfirm(email);
    const { user, token } = await registerAndProve(portal, email, { wantsNews: true });
    expect(await rowOf(email)).toMatchObject({ userId: user.id, source: "subscription" });
    expect(await isMailed(email)).toBe(1);

    expect((await unsubscribe(email)).text).toContain("You are unsubscribed");
    expect(await isMailed(email)).toBe(0);
    expect((await call(portal, "GET", "/me/news", { token })).body.wanted).toBe(false);
    const wanted = { wanted: true };
    expect((await call(portal, "PUT", "/me/news", { token, body: wanted })).body).toMatchObject(
      wanted,
    );
    expect(await isMailed(email)).toBe(1);

    const at = portal.portal.now().toISOString();
    const headers = { [bounceSecretHeader]: mailWebhookSecret };
    const body = { reports: [{ address: email, type: "bounce", at, reason: "5.1.1" }] };
    const refused = await call(portal, "POST", "/mail/bounces", { body });
    expect(refused.status).toBe(401);
    for (const status of [204, 204])
      expect((await call(portal, "POST", "/mail/bounces", { body, headers })).status).toBe(status);
    expect(await isMailed(email)).toBe(0);
    const bounced = await call(portal, "GET", "/me/news", { token });
    expect(bounced.body).toEqual({ wanted: true, bouncedAt: at });
    expect((await logIn(portal, email)).status).toBe(200);

    const deleted = await call(portal, "POST", "/me/deletion", {
      token,
      body: { password: goodPassword },
    });
    expect(deleted.status).toBe(204);
    expect(await rowOf(email)).toBeUndefined();
    expect((await findBounces(database, [email])).size).toBe(0);
    // The notice of the deletion is the last mail, whatever file comes later.
    expect((await findReaders(database, [email])).get(email)).toMatchObject({ hasLeft: true });
    expect(await isMailed(email)).toBe(0);
  });

  test("which is registered without a tick does not agree, and one with it does, when the code is entered", async () => {
    await registerAndProve(portal, "silent@example.com");
    expect(await rowOf("silent@example.com")).toBeUndefined();
    const email = "ticked@example.com";
    const { body } = await register(portal, email, { wantsNews: true });
    expect(await rowOf(email)).toBeUndefined();
    portal.advance(60_000);
    await enterCode(portal, body.id, mailedCode(lastMail(portal, email)));
    expect(await rowOf(email)).toMatchObject({
      source: "registration",
      consentedAt: portal.portal.now(),
    });
  });

  test("stay one when the account gets the address of another reader: the later decision counts", async () => {
    await registerAndProve(portal, "old@example.com", { wantsNews: true });
    await subscribeAndConfirm("new@example.com");
    portal.advance(1000);
    await unsubscribe("new@example.com");
    await database
      .update(users)
      .set({ email: "new@example.com" })
      .where(eq(users.email, "old@example.com"));
    expect(await rowOf("old@example.com")).toBeUndefined();
    expect(await rowOf("new@example.com")).toMatchObject({
      userId: expect.any(String),
      source: "subscription",
      withdrawnAt: expect.any(Date),
    });
  });
});

test("An import does not subscribe who was deleted, and who unsubscribed by a mail can only be subscribed by themselves", async () => {
  const email = "gone@example.com";
  await subscribeAndConfirm(email);
  await unsubscribe(email);
  await importConsents(
    database,
    [
      {
        email,
        userId: await claimedUser(portal, email),
        language: "en",
        consent: "given",
        consentedAt: portal.portal.now(),
      },
    ],
    portal.portal.now(),
  );
  expect(await isMailed(email)).toBe(0);
  portal.advance(hourMs);
  await subscribeAndConfirm(email);
  expect(await isMailed(email)).toBe(1);
});

test("Admins see readers by state, export them with the date of consent, and delete one for good", async () => {
  const token = await admin();
  const email = "listed@example.com";
  await subscribeAndConfirm(email);
  const list = async (query: string) =>
    (await call(portal, "GET", `/readers?query=LISTED@&${query}`, { token })).body;
  const agreed = portal.portal.now().toISOString();
  const [reader] = (await list("state=without-account")).items;
  expect(reader).toMatchObject({ email, memberId: null, consentedAt: agreed, bounce: null });
  expect((await list("state=with-account")).items).toEqual([]);
  await report("Listed@example.com", "complaint", portal.portal.now());
  expect((await list("state=bounced")).items).toMatchObject([
    { email, bounce: { at: agreed, reason: "complaint" }, withdrawnAt: expect.any(String) },
  ]);
  const body = { password: goodPassword, query: "listed@" };
  const csv = await call(portal, "POST", "/reader-exports", { token, body });
  expect(csv.text).toContain(`listed@example.com,,no,${agreed},subscription,${agreed},${agreed}`);

  await forgetBounce(database, email);
  const path = `/readers/${reader.id}`;
  expect((await call(portal, "DELETE", path, { token })).status).toBe(204);
  expect((await call(portal, "DELETE", path, { token })).status).toBe(404);
  expect((await list("")).items).toEqual([]);
  expect((await findReaders(database, [email])).get(email)?.hasLeft).toBe(true);
  const { token: other } = await registerAndProve(portal, "nosy@example.com");
  expect((await call(portal, "GET", "/readers", { token: other })).status).toBe(403);
});

test("The link of an earlier mail unsubscribes a reader who was deleted and came back, or whose account took the address over", async () => {
  const token = await admin();
  const email = "back@example.com";
  await subscribeAndConfirm(email);
  const links = [await unsubscribeLink(email)];
  const comeBack = async () => {
    const { id } = (await rowOf(email))!;
    await call(portal, "DELETE", `/readers/${id}`, { token });
    expect((await clickOnce(links[0]!)).status).toBe(200);
    await subscribeAndConfirm(email);
    links.push(await unsubscribeLink(email));
  };
  await comeBack();
  await comeBack();
  for (const link of links) {
    expect(await isMailed(email)).toBe(1);
    await clickOnce(link);
    expect(await isMailed(email)).toBe(0);
    portal.advance(hourMs);
    await subscribeAndConfirm(email);
  }

  const member = "moved@example.com";
  await registerAndProve(portal, member, { wantsNews: true });
  const both = [...links, await unsubscribeLink(member)];
  await database.update(users).set({ email }).where(eq(users.email, member));
  for (const link of both) {
    expect(await isMailed(email)).toBe(1);
    await clickOnce(link);
    expect(await isMailed(email)).toBe(0);
    portal.advance(hourMs);
    await subscribeAndConfirm(email);
  }
});

test("Mails go to a bounced address again once an admin or its owner wants that, whatever is reported of earlier mails", async () => {
  const token = await admin();
  const email = "retried@example.com";
  await subscribeAndConfirm(email);
  const earlier = portal.portal.now();
  const retry = (who: string) =>
    call(portal, "POST", "/mail/retries", { token: who, body: { email } });
  expect((await retry(token)).status).toBe(404);
  await report(email, "bounce", earlier);
  expect(await isMailed(email)).toBe(0);
  const { token: other } = await registerAndProve(portal, "curious@example.com");
  expect((await retry(other)).status).toBe(403);

  portal.advance(1000);
  expect((await retry(token)).status).toBe(204);
  expect(await isMailed(email)).toBe(1);
  const list = await call(portal, "GET", "/readers?query=retried@&state=bounced", { token });
  expect(list.body.items).toEqual([]);
  await report(email, "bounce", earlier);
  expect(await isBounced(email)).toBe(false);
  await report(email, "bounce", portal.portal.now());
  expect(await isBounced(email)).toBe(true);

  await report(email, "complaint", portal.portal.now());
  const complained = portal.portal.now();
  expect(await isMailed(email)).toBe(0);
  portal.advance(hourMs);
  await subscribeAndConfirm(email);
  for (const type of ["bounce", "complaint"] as const) await report(email, type, complained);
  expect(await isMailed(email)).toBe(1);
});

test("A file of a former site no longer withdraws a consent that its owner has given here since", async () => {
  const email = "moved-in@example.com";
  const consent = {
    email,
    userId: await claimedUser(portal, email),
    language: "en" as const,
    consentedAt: portal.portal.now(),
  };
  const file = (decision: "given" | "withdrawn") =>
    importConsents(database, [{ ...consent, consent: decision }], portal.portal.now());
  await file("given");
  expect(await rowOf(email)).toMatchObject({ source: "import" });
  portal.advance(1000);
  await subscribeAndConfirm(email);
  expect(await rowOf(email)).toMatchObject({
    source: "subscription",
    consentedAt: portal.portal.now(),
  });
  await file("withdrawn");
  expect(await isMailed(email)).toBe(1);
});
