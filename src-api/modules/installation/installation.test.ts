import { describe, expect, test } from "vitest";
import { checkPayments, testMail } from "#shared/api/services.ts";
import { getChecklist, type Checklist, type SetUpStep } from "#shared/api/checklist.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { products } from "#api/modules/billing/schema.ts";
import { contentEntries } from "#api/modules/library/schema.ts";
import { createContentPortal, type ContentPortal } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
import { people } from "#api/testing/people.ts";
import { call, claimedUser, logIn } from "#api/testing/account-requests.ts";
import { turnFactorOn } from "#api/testing/second-factors.ts";
import { startSmtpServer } from "#api/testing/smtp-server.ts";
import { setUpStepStates } from "./schema.ts";

const portal = await forFile(createContentPortal());
await importCatalogue(portal.portal, { demo: false });
const smtp = await forFile(startSmtpServer());
const smtpUrl = `smtp://ada:hidden@127.0.0.1:${smtp.port}`;
const { config, brand, database } = portal.portal;

/** Sends a test mail with a mail server, or without. */
async function tryMail(address: string | null, body: object = {}, language = "en") {
  Object.assign(config, { smtpUrl: address });
  portal.advance(60 * 60_000); // so that no limit counts
  const answer = await portal.app.inject({
    method: "POST",
    url: "/api/mail-test",
    headers: { ...portal.headersOf.admin, "accept-language": language },
    payload: body,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return testMail.answer.parse(answer.json());
}

const outcomes = async () =>
  (await database.select().from(auditEntries).where(eq(auditEntries.act, "mail-tested"))).map(
    ({ details }) => details["outcome"],
  );

describe("access", () => {
  test.each(people.filter((person) => person !== "admin"))("a %s is refused", async (person) => {
    const status = person === "visitor" || person === "dead session" ? 401 : 403;
    const answers = [
      await portal.send("POST", "/mail-test", person, {}),
      await portal.get("/payment-check", person),
      await portal.get("/set-up-steps", person),
      await portal.send("PUT", "/set-up-steps/mail", person, { isSkipped: true }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status, status]);
    expect(await database.$count(setUpStepStates)).toBe(0);
  });
});

describe("a test mail", () => {
  test("goes to the admin, or to another address, in the admin's language", async () => {
    expect(await tryMail(smtpUrl)).toEqual({
      outcome: "sent",
      text: `The e-mail server 127.0.0.1:${smtp.port} took an e-mail to admin@example.com. Check that it arrives, also among the spam.`,
    });
    expect(smtp.mails.at(-1)).toMatch(/^To: admin@example\.com\r$/m);
    const polish = await tryMail(smtpUrl, { address: "somebody@example.com" }, "pl");
    expect(polish.text).toContain("przyjął wiadomość do somebody@example.com");
    expect(smtp.mails.at(-1)).toMatch(/^To: somebody@example\.com\r$/m);
    expect(await outcomes()).toEqual(["sent", "sent"]);
  });

  test("that a server refuses says what to change, without the password, and leaves what is stored", async () => {
    await database.delete(setUpStepStates);
    smtp.refusals.set("MAIL FROM", "553 not yours");
    const refused = await tryMail(smtpUrl);
    smtp.refusals.clear();
    expect(refused.outcome).toBe("sender");
    expect(refused.text).toContain(`refuses the sender ${brand.contactEmail} (553 not yours).`);
    const closed = await tryMail("smtp://ada:hidden@127.0.0.1:1", {}, "pl");
    expect(closed.outcome).toBe("refused-connection");
    expect(closed.text).toContain("127.0.0.1:1 odrzuca połączenia.");
    expect(JSON.stringify([refused, closed])).not.toContain("hidden");
    expect((await outcomes()).slice(-2)).toEqual(["sender", "refused-connection"]);
    expect(await database.$count(setUpStepStates)).toBe(0);
  });

  test("without a mail server says what that means, and which setting is missing", async () => {
    const before = await outcomes();
    const { outcome, text } = await tryMail(null);
    expect(outcome).toBe("not-set");
    expect(text).toMatch(/^No e-mail server is set \(SMTP_URL\): members cannot register .* Set /);
    expect(await outcomes()).toEqual(before);
  });

  test("is refused to an address that is none, and after ten within an hour", async () => {
    const send = (body: object) => portal.send("POST", "/mail-test", "admin", body);
    expect((await send({ address: "nobody" })).json().fields).toHaveProperty("address");
    await tryMail(smtpUrl);
    const { length } = smtp.mails;
    const statuses: number[] = [];
    for (let sent = 1; sent <= 10; sent += 1) statuses.push((await send({})).statusCode);
    expect(statuses).toEqual([...Array<number>(9).fill(200), 429]);
    expect(smtp.mails).toHaveLength(length + 9);
  });
});

test("the check of payments tells who takes them, in the admin's language", async () => {
  const headers = { ...portal.headersOf.admin, "accept-language": "pl" };
  const answer = await portal.app.inject({ url: "/api/payment-check", headers });
  const { provider, findings } = checkPayments.answer.parse(answer.json());
  expect(provider).toBe("sandbox");
  expect(findings[0]).toMatchObject({
    isGood: false,
    text: expect.stringContaining("płatności testowe"),
  });
});

describe("the list of what is to be set up", () => {
  const statesOf = (list: Checklist) =>
    Object.fromEntries(list.map(({ step, state }) => [step, state]));
  const read = async (from: ContentPortal = portal) =>
    statesOf(getChecklist.answer.parse((await from.get("/set-up-steps", "admin")).json()));
  const skip = async (step: SetUpStep, isSkipped: boolean) =>
    statesOf((await portal.send("PUT", `/set-up-steps/${step}`, "admin", { isSkipped })).json());

  test("names what an owner has not touched, and follows what is done", async () => {
    await database.delete(setUpStepStates);
    expect(await read()).toEqual({
      factor: "open",
      seller: "open",
      offer: "open",
      prices: "open",
      mail: "open",
      payments: "open",
      legal: "open",
      entry: "done",
    });
    await tryMail(smtpUrl);
    expect(await read()).toMatchObject({ mail: "done" });
    Object.assign(config, { smtpUrl: null });
    expect(await read()).toMatchObject({ mail: "open" });

    const { name, owner, address, legal } = brand;
    Object.assign(brand, { name: "Crumb", owner: "Crumb Ltd" });
    expect(await read()).toMatchObject({ seller: "open" });
    Object.assign(brand, { address: "1 Mill Lane" });
    expect(await read()).toMatchObject({ seller: "done" });
    Object.assign(brand, { name, owner, address });

    const { languages } = brand;
    Object.assign(brand, { languages: ["en"] });
    expect(await read()).toMatchObject({ offer: "done" });
    Object.assign(brand, { languages, partsOff: ["dogs"] });
    expect(await read()).toMatchObject({ offer: "done" });
    Object.assign(brand, { partsOff: [] });
    expect(await read()).toMatchObject({ offer: "open" });

    const own = { en: "Ours", pl: "Nasze" };
    Object.assign(brand, { legal: { terms: own, privacy: own, regulations: legal.regulations } });
    expect(await read()).toMatchObject({ legal: "open" });
    const half = { ...own, pl: legal.regulations.pl };
    Object.assign(brand, { legal: { terms: own, privacy: own, regulations: half } });
    expect(await read()).toMatchObject({ legal: "open" });
    Object.assign(brand, { legal: { terms: own, privacy: own, regulations: own } });
    expect(await read()).toMatchObject({ legal: "done" });
    Object.assign(brand, { legal });

    await database
      .update(products)
      .set({ price: 1234 })
      .where(eq(products.sku, "membership-monthly"));
    expect(await read()).toMatchObject({ prices: "done" });

    await database.update(contentEntries).set({ publishedAt: null });
    expect(await read()).toMatchObject({ entry: "open" });
  });

  test("has the second factor of the admin who reads it", async () => {
    await claimedUser(portal, "second@example.com", { roles: ["ROLE_ADMIN"] });
    const { token } = (await logIn(portal, "second@example.com")).body;
    await turnFactorOn(portal, token);
    const factorOf = async (as: string) =>
      statesOf((await call(portal, "GET", "/set-up-steps", { token: as })).body)["factor"];
    expect(await factorOf(token)).toBe("done");
    expect(await read()).toMatchObject({ factor: "open" });
  });

  test("keeps for each admin whether the second factor was skipped", async () => {
    await claimedUser(portal, "third@example.com", { roles: ["ROLE_ADMIN"] });
    const { token } = (await logIn(portal, "third@example.com")).body;
    const ofThird = async () =>
      statesOf((await call(portal, "GET", "/set-up-steps", { token })).body)["factor"];
    expect(await skip("factor", true)).toMatchObject({ factor: "skipped" });
    expect(await skip("factor", true)).toMatchObject({ factor: "skipped" });
    expect(await ofThird()).toBe("open");
    expect(await skip("factor", false)).toMatchObject({ factor: "open" });
  });

  test("keeps what was skipped until it is taken back, or done after all", async () => {
    await database.delete(setUpStepStates);
    expect(await skip("mail", true)).toMatchObject({ mail: "skipped", legal: "open" });
    expect(await skip("mail", true)).toMatchObject({ mail: "skipped" });
    expect(await skip("mail", false)).toMatchObject({ mail: "open" });
    await skip("mail", true);
    await tryMail(smtpUrl);
    expect(await read()).toMatchObject({ mail: "done" });
    expect(await skip("mail", true)).toMatchObject({ mail: "done" });
    expect(await skip("mail", false)).toMatchObject({ mail: "done" });
    // The server was taken away again.
    const { smtpUrl: before } = config;
    config.smtpUrl = null;
    expect(await read()).toMatchObject({ mail: "open" });
    expect(await skip("mail", true)).toMatchObject({ mail: "skipped" });
    config.smtpUrl = before;
    expect((await portal.send("PUT", "/set-up-steps/nothing", "admin", {})).statusCode).toBe(404);
  });

  test("is empty in demo mode", async () => {
    Object.assign(config, { seedDemo: true });
    expect(await read()).toEqual({});
    const answer = await portal.send("PUT", "/set-up-steps/mail", "admin", { isSkipped: true });
    expect(answer.statusCode).toBe(404);
    Object.assign(config, { seedDemo: false });
  });
});
