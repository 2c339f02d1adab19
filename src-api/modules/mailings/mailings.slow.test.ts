import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getMailing, type Mailing, type MailingChoice } from "#shared/api/mailings.ts";
import { getStudioEntry } from "#shared/api/studio.ts";
import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import type { Language } from "#shared/languages.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { textPart } from "#api/infra/mail/html-part.ts";
import { PermanentFailure } from "#api/infra/jobs/job.ts";
import {
  createContentPortal,
  withCallers,
  type ContentPortal,
} from "#api/testing/content-portal.ts";
import { people, peoplesPassword, signEverybodyIn, type Person } from "#api/testing/people.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { connectOwn, createTestPortal } from "#api/testing/test-portal.ts";
import { contentTags } from "#api/modules/library/schema.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { createUser } from "#api/modules/accounts/users.ts";
import { memberLabels } from "#api/modules/members/module.ts";
import { readersTable } from "#api/modules/readers/module.ts";
import { grantMembership } from "#api/modules/membership/module.ts";

const published = "/articles/weave-entries";
/** Appears on Monday, 2026-03-02, at 07:00 UTC. */
const scheduled = "/articles/of-tomorrow";

const wall = "<!-- members-only -->";
const walled = {
  "articles/words/entry.json": entryJson("2026-02-05T07:00:00Z"),
  "articles/words/en.md": markdown("Words", `Open to **all**.\n\n${wall}\n\nThe xylophone.`),
  "articles/words/pl.md": markdown("Słowa", `Otwarte.\n\n${wall}\n\nKsylofon.`),
};

let portal: ContentPortal;
// It is Sunday, 2026-03-01T14:00:00Z.
beforeEach(async () => {
  portal = await createContentPortal({ ...sampleContent, ...walled });
  await runJobs();
  portal.mails.length = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await portal.close();
});

type Headers = Record<string, string>;
type Reader = { id: string; email: string; headers: Headers };

/** Returns a new member who gets the weekly mail. */
async function reader({ until = null }: { until?: Date | null } = {}): Promise<Reader> {
  const email = `reader-${randomUUID()}@example.com`;
  const user = { email, name: "Reader", password: "a long enough password" };
  const id = await createUser(portal.portal, user);
  await grantMembership(portal.portal, portal.portal.database, id, until);
  const headers = { authorization: `Bearer ${await createSession(portal.portal, id, "")}` };
  await put("/me/weekly-mail", headers, { wanted: true });
  return { id, email, headers };
}

const put = (path: string, headers: Headers, payload: object) =>
  portal.app.inject({ method: "PUT", url: `/api${path}`, headers, payload });

const post = (path: string, payload?: object, as: Person = "admin") =>
  portal.send("POST", `/studio/entries${path}`, as, payload);

const weekly: MailingChoice = { audience: "weekly", body: "teaser" };
const confirmed = { ...weekly, password: peoplesPassword };
const send = (path: string, choice = weekly) =>
  portal.send("POST", `/mailings${path}`, "admin", { ...choice, password: peoplesPassword });

const get = (path: string, { audience, body, label } = weekly, as: Person = "admin") => {
  const query = new URLSearchParams({ audience, body, ...(label !== undefined && { label }) });
  return portal.get(`/mailings${path}?${query.toString()}`, as);
};

const read = async (path: string, choice = weekly): Promise<Mailing> =>
  getMailing.answer.parse((await get(path, choice)).json());

const asked = { language: "en", forMembers: true, ...weekly };
const sendTest = (path: string, wanted: object = asked, as: Person = "admin") =>
  portal.send("POST", `/mailings${path}/test`, as, wanted);

/** Runs what is due by schedule and otherwise, as a minute does. */
async function runJobs() {
  expect(await portal.portal.jobs.runScheduled()).toEqual([]);
  await portal.runDueJobs();
}

/** Mails that can be unsubscribed from: others are about the membership. */
const mailsTo = ({ email }: Reader) =>
  portal.mails.filter(({ to, unsubscribe }) => to === email && unsubscribe);

/** Writes an article in the studio that appears at a time of the owner's zone; returns its path. */
async function write(title: string, at: string): Promise<string> {
  const { slug } = (await post("", { kind: "articles", title })).json();
  const path = `/articles/${slug}`;
  const { draft } = await studioEntry(path);
  await put(`/studio/entries${path}`, portal.headersOf.admin, {
    revision: 1,
    draft: {
      metadata: { ...draft.metadata, tags: ["agility"] },
      texts: { en: { front: { title, summary: "In short." }, body: "The xylophone again." } },
    },
  });
  expect((await publish(path, at)).statusCode).toBe(200);
  return path;
}

const studioEntry = async (path: string) =>
  getStudioEntry.answer.parse((await portal.get(`/studio/entries${path}`, "admin")).json());

const publish = async (path: string, at: string) =>
  post(`${path}/publish`, { revision: (await studioEntry(path)).revision, at });

describe("before it is sent", () => {
  test("those are counted who want the weekly mail and may have it", async () => {
    expect((await read(published)).recipients).toBe(0);
    await reader();
    await reader({ until: new Date(portal.portal.now().getTime() + hourMs) });
    const unproven = await reader();
    await portal.portal.database.execute(
      `update users set unproven_email = email, email = null where id = '${unproven.id}'`,
    );
    await put("/me/weekly-mail", portal.headersOf.admin, { wanted: true });
    expect((await read(published)).recipients).toBe(3);
    portal.advance(2 * hourMs);
    expect(await read(published)).toMatchObject({ recipients: 2, sending: null });
  });

  test("it is shown in each language, also of an entry that has not appeared, without its text", async () => {
    const path = await write("In spring", "2026-03-20T08:00");
    const { previews } = await read(path);
    expect(previews.map(({ language, subject }) => [language, subject])).toEqual([
      ["en", "New at Ringside: In spring"],
      ["pl", "Nowość w Ringside: In spring"],
    ]);
    expect(previews[0]).toMatchObject({
      entries: [
        { title: "In spring", text: "In short.", url: "http://portal.test/articles/in-spring" },
      ],
      text: expect.stringContaining("Unsubscribe: http://portal.test/api/weekly-mail/"),
    });
    expect(JSON.stringify(previews)).not.toContain("xylophone");
  });

  test("an admin has it sent to nobody else, as often as other mails", async () => {
    const other = await reader();
    for (const language of ["en", "pl"]) {
      const answer = await sendTest(scheduled, { ...asked, language });
      expect([answer.statusCode, answer.json()]).toEqual([202, { to: "admin@example.com" }]);
    }
    await portal.runDueJobs();
    expect(portal.mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
      "admin@example.com: New at Ringside: Of tomorrow",
      "admin@example.com: Nowość w Ringside: Of tomorrow",
    ]);
    const more = await Promise.all(Array.from({ length: 60 }, () => sendTest(scheduled)));
    const sent = more.filter(({ statusCode }) => statusCode === 202);
    expect([sent.length, more.find(({ statusCode }) => statusCode !== 202)?.json().code]).toEqual([
      2,
      "too-many-requests",
    ]);
    expect(mailsTo(other)).toEqual([]);
    expect((await read(scheduled)).sending).toBeNull();
  });

  test("there is none of a draft, nor of an entry that does not exist", async () => {
    const path = await write("A draft", "draft");
    for (const missing of [path, "/articles/no-such-entry"]) {
      expect((await get(missing)).statusCode).toBe(404);
      expect((await send(missing)).statusCode).toBe(404);
      expect((await sendTest(missing)).statusCode).toBe(404);
    }
  });
});

describe("sending", () => {
  test("takes the password, and is mailed to all admins", async () => {
    const refused = await portal.send("POST", `/mailings${published}`, "admin", {
      ...weekly,
      password: "not it",
    });
    expect([refused.statusCode, refused.json().code]).toEqual([422, "wrong-password"]);
    expect((await portal.send("POST", `/mailings${published}`, "admin", weekly)).statusCode).toBe(
      400,
    );
    expect((await read(published)).sending).toBeNull();
    const other = { email: "other@example.com", name: "Other", password: peoplesPassword };
    await createUser(portal.portal, { ...other, roles: ["ROLE_ADMIN"] });
    expect((await send(published)).statusCode).toBe(200);
    await portal.runDueJobs();
    const told = portal.mails.filter(({ subject }) => subject.startsWith("Readers get this"));
    expect(told.map(({ to }) => to).toSorted()).toEqual(["admin@example.com", other.email]);
  });

  test("reaches each reader once in their language, however often and by whom it is asked for", async () => {
    const readers = [await reader(), await reader()];
    const polish = await reader();
    await put("/me/language", polish.headers, { language: "pl" });
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(published)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
    await Promise.all([runJobs(), portal.portal.jobs.runScheduled()]);
    await runJobs();
    const again = await send(published);
    expect([again.statusCode, again.json().code]).toEqual([409, "conflict"]);
    await runJobs();
    for (const each of [...readers, polish]) expect(mailsTo(each)).toHaveLength(1);
    expect(mailsTo(polish)[0]).toMatchObject({ language: "pl" });
    expect(mailsTo(polish)[0]?.entries?.[0]?.url).toMatch(/\?lang=pl$/);
    expect((await read(published)).sending).toEqual({
      by: "admin",
      at: portal.portal.now().toISOString(),
      choice: weekly,
      recipients: 3,
      waiting: 0,
      leftOut: 0,
      refused: 0,
    });
  });

  test("goes on where it stopped when the process is killed in the middle", async () => {
    const readers = [await reader(), await reader(), await reader()];
    await send(published);
    const enqueue = portal.portal.jobs.enqueue.bind(portal.portal.jobs);
    let calls = 0;
    const failing = vi.spyOn(portal.portal.jobs, "enqueue").mockImplementation((...args) => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Error("killed")) : enqueue(...args);
    });
    expect(await portal.portal.jobs.runScheduled()).toContain("mailings.due");
    failing.mockRestore();
    expect(portal.mails).toEqual([]);
    portal.advance(minuteMs);
    await runJobs();
    await runJobs();
    for (const each of readers) expect(mailsTo(each)).toHaveLength(1);
    expect((await read(published)).sending).toMatchObject({ recipients: 3, waiting: 0 });
  });

  test("reaches each of more readers than are enqueued at once", async () => {
    const { database } = portal.portal;
    const at = portal.portal.now().toISOString();
    await database.execute(`
      insert into users (id, email, name, password_hash, roles, language, created_at)
      select gen_random_uuid(), 'many-' || n || '@example.com', 'Ada', 'none', '{ROLE_ADMIN}', 'en', '${at}' from generate_series(1, 200) as n;`);
    await database.execute(`
      insert into weekly_mails (user_id, created_at, due_at, new_since)
      select id, '${at}', '2026-03-09T07:00:00Z', '${at}' from users where email like 'many-%'`);
    await send(published);
    await runJobs();
    const sent = portal.mails.filter(({ unsubscribe }) => unsubscribe);
    const addresses = new Set(sent.map(({ to }) => to));
    expect([sent.length, addresses.size]).toEqual([200, 200]);
    expect((await read(published)).sending).toMatchObject({ recipients: 200, waiting: 0 });
  });

  test("waits for a mail server that is down for an hour, and tells so", async () => {
    const readers = [await reader(), await reader()];
    const refusal = Object.assign(new Error("down"), { command: "CONN", syscall: "connect" });
    const down = vi.spyOn(portal.portal.mailer, "send").mockRejectedValue(refusal);
    await send(published);
    for (let passed = 0; passed < hourMs; passed += 10 * minuteMs) {
      await runJobs();
      portal.advance(10 * minuteMs);
    }
    expect((await read(published)).sending).toMatchObject({ recipients: 2, waiting: 2 });
    down.mockRestore();
    portal.advance(hourMs);
    await runJobs();
    for (const each of readers) expect(mailsTo(each)).toHaveLength(1);
    expect((await read(published)).sending).toMatchObject({ recipients: 2, waiting: 0 });
  });

  test("leaves out whoever may no longer have it, and an address that is refused for good, also in the number", async () => {
    const [stays, leaves, lapses] = [
      await reader(),
      await reader(),
      await reader({ until: new Date(portal.portal.now().getTime() + hourMs) }),
    ];
    const refused = await reader();
    await send(published);
    expect(await portal.portal.jobs.runScheduled()).toEqual([]);
    expect((await read(published)).sending).toMatchObject({ recipients: 4, waiting: 4 });
    await put("/me/weekly-mail", leaves.headers, { wanted: false });
    portal.advance(2 * hourMs);
    const { mailer } = portal.portal;
    const deliver = mailer.send.bind(mailer);
    vi.spyOn(mailer, "send").mockImplementation(async (mail) => {
      if (mail.to !== refused.email) return deliver(mail);
      const cause = Object.assign(new Error("no mailbox"), { responseCode: 550 });
      throw new PermanentFailure("refused", { cause });
    });
    await runJobs();
    expect([stays, leaves, lapses].map((each) => mailsTo(each).length)).toEqual([1, 0, 0]);
    expect((await read(published)).sending).toMatchObject({
      recipients: 1,
      waiting: 0,
      leftOut: 2,
      refused: 1,
    });
  });

  test("offers an end at one click, after which neither such mails nor weekly ones come", async () => {
    const unsubscribes = await reader();
    await send(published);
    await runJobs();
    const { pathname, search } = new URL(mailsTo(unsubscribes)[0]?.unsubscribe?.url ?? "");
    const done = await portal.app.inject({ method: "POST", url: pathname + search });
    expect(done.statusCode).toBe(200);
    expect((await read(scheduled)).recipients).toBe(0);
    portal.advance(dayMs);
    await runJobs();
    expect(mailsTo(unsubscribes)).toHaveLength(1);
  });
});

describe("of a scheduled entry", () => {
  test("it is sent when the entry appears, once, also at another address", async () => {
    const someone = await reader();
    // 08:00 in Warsaw on the day of a clock change
    const path = await write("Clocks", "2026-03-29T08:00");
    expect((await send(path)).json().sending).toMatchObject({ at: null, recipients: 0 });
    await post(`${path}/move`, { slug: "clocks-go-forward" });
    portal.advance(Date.parse("2026-03-29T05:59:00Z") - portal.portal.now().getTime());
    await runJobs();
    const ofEntry = () =>
      mailsTo(someone).filter(({ subject }) => subject === "New at Ringside: Clocks");
    expect(ofEntry()).toEqual([]);
    portal.advance(minuteMs);
    await runJobs();
    await runJobs();
    expect(ofEntry()).toHaveLength(1);
    expect(ofEntry()[0]?.entries?.[0]?.url).toMatch(/clocks-go-forward$/);
  });

  test("a restart a minute before makes neither it late nor its entry", async () => {
    await portal.close();
    const connection = await connectOwn();
    const start = () =>
      createTestPortal({}, {}, async () => ({ ...connection, close: async () => {} }));
    const moveTo = (at: string) => portal.advance(Date.parse(at) - portal.portal.now().getTime());
    const before = await start();
    portal = withCallers(before, await signEverybodyIn(before));
    const { database } = portal.portal;
    await database
      .insert(contentTags)
      .values({ id: "agility", name: { en: "Agility" }, origin: "portal" });
    const someone = await reader();
    const path = await write("Clocks", "2026-03-29T08:00");
    await send(path);
    moveTo("2026-03-29T05:59:00Z");
    await runJobs();
    const { headersOf } = portal;
    await portal.close();

    portal = withCallers(await start(), headersOf);
    const isListed = async () => (await portal.get("/content/articles")).body.includes("clocks");
    moveTo("2026-03-29T05:59:30Z");
    await runJobs();
    expect(await isListed()).toBe(false);
    moveTo("2026-03-29T06:00:00Z");
    expect(await isListed()).toBe(true);
    await runJobs();
    await runJobs();
    expect(mailsTo(someone)).toHaveLength(1);
    await portal.close();
    portal = { ...portal, close: connection.close };
  });

  test.each(["withdraw", "delete"])(
    "it is not sent after %s, nor when it is published later",
    async (act) => {
      const someone = await reader();
      const path = await write("Not yet", "2026-03-01T18:00");
      await send(path);
      await post(`${path}/${act}`);
      if (act === "delete") await post(`${path}/restore`);
      await publish(path, "now");
      portal.advance(4 * hourMs);
      await runJobs();
      expect(mailsTo(someone)).toEqual([]);
      expect((await read(path)).sending).toBeNull();
      expect((await send(path)).statusCode).toBe(200);
    },
  );
});

test("nobody but an admin sees or sends the mail of an entry", async () => {
  for (const person of people.filter((one) => one !== "admin")) {
    const answers = [
      await get(published, weekly, person),
      await portal.send("POST", `/mailings${published}`, person, confirmed),
      await sendTest(published, asked, person),
    ];
    const refused = ["visitor", "dead session"].includes(person) ? 401 : 403;
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect([person, statuses]).toEqual([person, [refused, refused, refused]]);
  }
});

describe("audiences", () => {
  const words = "/articles/words";
  const to = (audience: MailingChoice["audience"], more = {}): MailingChoice => ({
    audience,
    body: "whole",
    ...more,
  });

  /** Has an address agree to mails: that of a user, or one without an account. */
  async function agree(email: string, language: Language = "en", userId: string | null = null) {
    const { database, now } = portal.portal;
    const consent = { source: "subscription", consentedAt: now() } as const;
    const row = { id: randomUUID(), email, language, userId, ...consent };
    await database.insert(readersTable).values(row);
    return { email };
  }

  /** Returns people of every kind; all but `silent` agreed, of whom `former` has unsubscribed since. */
  async function everybody() {
    const { database, now } = portal.portal;
    const silent = await reader();
    const member = await reader();
    const lapsed = await reader({ until: now() });
    await agree(member.email, "en", member.id);
    await agree(lapsed.email, "en", lapsed.id);
    await database.insert(memberLabels).values({ userId: lapsed.id, label: "VIP" });
    const visitor = await agree("visitor-reads@example.com", "pl");
    const former = await agree("former@example.com");
    await database
      .update(readersTable)
      .set({ withdrawnAt: now() })
      .where(eq(readersTable.email, former.email));
    await portal.runDueJobs();
    portal.mails.length = 0;
    return { silent, member, lapsed, visitor, former };
  }

  /** Sends a mail; returns who got it, as often as they got it. */
  async function recipientsOf(path: string, choice: MailingChoice) {
    const { recipients } = await read(path, choice);
    expect((await send(path, choice)).statusCode).toBe(200);
    await runJobs();
    const got = portal.mails.flatMap((mail) => (mail.unsubscribe ? [mail.to] : []));
    expect([recipients, (await read(path)).sending]).toMatchObject([
      got.length,
      { choice, recipients: got.length, waiting: 0 },
    ]);
    return got.toSorted();
  }

  test.each([
    ["agreed", {}, ["member", "lapsed", "visitor"]],
    ["members", {}, ["member"]],
    ["not-members", {}, ["lapsed", "visitor"]],
    ["agreed", { label: "VIP" }, ["lapsed"]],
    ["weekly", {}, ["silent", "member"]],
  ] as const)("%s %o get it, each once, and nobody else", async (audience, more, names) => {
    const who = await everybody();
    const got = await recipientsOf(words, to(audience, more));
    expect(got).toEqual(names.map((name) => who[name].email).toSorted());
  });

  test("members get the whole text, everybody else what is free, each in their language", async () => {
    const { member, lapsed, visitor } = await everybody();
    await recipientsOf(words, to("agreed"));
    const textTo = ({ email }: { email: string }) => {
      const mail = portal.mails.find((one) => one.to === email && one.unsubscribe);
      return mail && textPart(mail, portal.portal.brand);
    };
    expect(textTo(member)).toMatch(/Open to \*\*all\*\*\.\s+The xylophone\./);
    expect(textTo(lapsed)).toContain("Open to **all**.");
    expect(textTo(visitor)).toContain("Otwarte.");
    for (const each of [lapsed, visitor]) expect(textTo(each)).not.toMatch(/xylophone|Ksylofon/);
  });

  test("a preview shows both texts, and a test has the one that was looked at", async () => {
    const { previews } = await read(words, to("agreed"));
    expect(previews.map(({ language, forMembers }) => [language, forMembers])).toEqual([
      ["en", true],
      ["en", false],
      ["pl", true],
      ["pl", false],
    ]);
    expect(previews.map(({ content = "" }) => /xylophone|Ksylofon/.test(content))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    await sendTest(words, { ...to("agreed"), language: "en", forMembers: false });
    await portal.runDueJobs();
    const [received] = portal.mails;
    expect([received?.to, received?.content?.html]).toEqual([
      "admin@example.com",
      "<p>Open to <strong>all</strong>.</p>",
    ]);
  });

  test("an announcement goes to readers, once, and not after it was withdrawn", async () => {
    const { visitor } = await everybody();
    const texts = {
      titleEn: "Open day",
      bodyEn: "On **Sunday**.",
      titlePl: "Dzień",
      bodyPl: "W niedzielę.",
    };
    const announce = async () =>
      `/announcements/${(await portal.send("POST", "/announcements", "admin", texts)).json().id}`;
    const path = await announce();
    expect(await recipientsOf(path, to("not-members"))).toContain(visitor.email);
    const mail = portal.mails.find((one) => one.to === visitor.email);
    expect(mail).toMatchObject({ language: "pl", content: { markdown: "W niedzielę." } });
    expect((await send(path, to("agreed"))).statusCode).toBe(409);

    const withdrawn = await announce();
    portal.mails.length = 0;
    await send(withdrawn, to("agreed"));
    await portal.send("DELETE", withdrawn, "admin");
    await runJobs();
    expect(portal.mails.filter(({ unsubscribe }) => unsubscribe)).toEqual([]);
    expect((await get(withdrawn)).statusCode).toBe(404);
    expect((await get("/announcements/no-such-id")).statusCode).toBe(404);
  });

  test("whoever agrees or leaves while it is sent is counted as what they get", async () => {
    const { visitor, member } = await everybody();
    await send(words, to("agreed"));
    expect(await portal.portal.jobs.runScheduled()).toEqual([]);
    const { database, now } = portal.portal;
    const gone = { withdrawnAt: now() };
    await database.update(readersTable).set(gone).where(eq(readersTable.email, visitor.email));
    await runJobs();
    const got = portal.mails.flatMap((mail) => (mail.unsubscribe ? [mail.to] : []));
    expect(got).toContain(member.email);
    expect(got).not.toContain(visitor.email);
    expect((await read(words)).sending).toMatchObject({ recipients: 2, waiting: 0, leftOut: 1 });
  });

  test(
    "5,000 readers get it once each, though it is stopped twice in the middle",
    { timeout: 600_000 },
    async () => {
      const { database, jobs, mailer } = portal.portal;
      await database.execute(`
      insert into readers (id, email, language, source, consented_at)
      select gen_random_uuid(), 'many-' || n || '@example.com', 'en', 'subscription', '2026-02-01T00:00:00Z' from generate_series(1, 5000) as n`);
      await send(words, to("agreed"));
      // The process is killed in the middle of a batch.
      const enqueue = jobs.enqueue.bind(jobs);
      let calls = 0;
      const killed = vi.spyOn(jobs, "enqueue").mockImplementation((...args) => {
        calls += 1;
        return calls === 1234 ? Promise.reject(new Error("killed")) : enqueue(...args);
      });
      expect(await jobs.runScheduled()).toContain("mailings.due");
      killed.mockRestore();
      // The mail server goes down in the middle.
      const deliver = mailer.send.bind(mailer);
      let sent = 0;
      const down = vi.spyOn(mailer, "send").mockImplementation((mail) => {
        if (mail.unsubscribe) sent += 1; // admins are told, too
        const refusal = Object.assign(new Error("down"), { command: "CONN", syscall: "connect" });
        return sent > 700 ? Promise.reject(refusal) : deliver(mail);
      });
      await runJobs();
      expect((await read(words)).sending).toMatchObject({ recipients: 5000, waiting: 4300 });
      down.mockRestore();
      portal.advance(hourMs);
      await runJobs();
      const got = portal.mails.flatMap((mail) => (mail.unsubscribe ? [mail.to] : []));
      expect([got.length, new Set(got).size]).toEqual([5000, 5000]);
      expect((await read(words)).sending).toMatchObject({ recipients: 5000, waiting: 0 });
    },
  );
});
