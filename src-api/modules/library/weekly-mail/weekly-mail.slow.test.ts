import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import { mimeOf } from "#api/infra/mail/mailer.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import {
  createContentPortal,
  syncFolder,
  type ContentPortal,
} from "#api/testing/content-portal.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { people } from "#api/testing/people.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { createUser } from "#api/modules/accounts/users.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { mailNews } from "./weekly-mail.ts";

const week = 7 * dayMs;

/** "Of tomorrow" is published when the mail is due: on Monday at seven in Warsaw. */
const content = Object.fromEntries(
  Object.entries(sampleContent).map(([file, text]) => [
    file,
    file.includes("of-tomorrow") ? String(text).replace("T07:00:00Z", "T06:00:00Z") : text,
  ]),
);

let portal: ContentPortal;
// It is Sunday, 2026-03-01T14:00:00Z.
beforeEach(async () => {
  portal = await createContentPortal(content);
  // Mails about memberships that ended are another matter.
  await runJobs();
  portal.mails.length = 0;
});
afterEach(() => portal.close());

type Reader = { id: string; email: string; headers: Record<string, string> };

async function member({ until = null }: { until?: Date | null } = {}): Promise<Reader> {
  const email = `reader-${randomUUID()}@example.com`;
  const user = { email, name: "Reader", password: "a long enough password" };
  const id = await createUser(portal.portal, user);
  await grantMembership(portal.portal, portal.portal.database, id, until);
  const token = await createSession(portal.portal, id, "");
  return { id, email, headers: { authorization: `Bearer ${token}` } };
}

const set = (headers: Record<string, string>, wanted: boolean) =>
  portal.app.inject({ method: "PUT", url: "/api/me/weekly-mail", headers, payload: { wanted } });

async function subscriber(options?: { until?: Date | null }): Promise<Reader> {
  const reader = await member(options);
  expect((await set(reader.headers, true)).json()).toEqual({ wanted: true });
  return reader;
}

/** Runs the jobs of one hour: what is due is enqueued and mailed. */
async function runJobs() {
  expect(await portal.portal.jobs.runScheduled()).toEqual([]);
  await portal.runDueJobs();
}

const toMonday = () => portal.advance(16 * hourMs);
const weeklyMails = () => portal.mails.filter(({ unsubscribe }) => unsubscribe);
const mailsTo = ({ email }: Reader) => weeklyMails().filter(({ to }) => to === email);

/** Publishes an entry now. */
const publish = (slug: string) =>
  portal.portal.database.execute(
    `with entry as (insert into content_entries (kind, slug, published_at, author, tags, motif, details, origin)
       values ('blog', '${slug}', '${portal.portal.now().toISOString()}', 'Marta Wolska', '{agility}', 'jump', '{}', 'portal') returning 1)
     insert into content_texts (kind, slug, language, title, summary, body, words, details)
       values ('blog', '${slug}', 'en', 'About ${slug}', 'In short.', 'The xylophone again.', 3, '{}')`,
  );

describe("the weekly mail", () => {
  test("is off at first, and switched on by active members only", async () => {
    for (const person of people) {
      const headers = portal.headersOf[person];
      const { statusCode } = await set(headers, true);
      const isVisitor = ["visitor", "dead session"].includes(person);
      const mayHave = ["member", "admin"].includes(person);
      expect([person, statusCode]).toEqual([person, isVisitor ? 401 : mayHave ? 200 : 403]);
      if (isVisitor) continue;
      const shown = await portal.get("/me/weekly-mail", person);
      expect([person, shown.json()]).toEqual([person, { wanted: mayHave }]);
      expect((await set(headers, false)).statusCode).toBe(200);
    }
    toMonday();
    await runJobs();
    expect(weeklyMails()).toEqual([]);
  });

  test("comes on Monday with teasers of what is new, and nothing else of the texts", async () => {
    const reader = await subscriber();
    portal.advance(16 * hourMs - 1);
    await runJobs();
    expect(mailsTo(reader)).toEqual([]);
    portal.advance(1);
    await runJobs();
    const [mail] = mailsTo(reader);
    expect(mail).toMatchObject({
      subject: "New at Ringside: Of tomorrow",
      language: "en",
      action: { url: "http://portal.test/dashboard" },
    });
    const titles = mail?.entries?.map(({ title }) => title);
    expect(titles).toEqual(["Of tomorrow", "Of tomorrow"]); // an article and a video
    expect(mail?.entries).toContainEqual({
      title: "Of tomorrow",
      text: "A summary of Of tomorrow.",
      url: "http://portal.test/articles/of-tomorrow",
    });
    expect(JSON.stringify(mail)).not.toMatch(/Some text|xylophone|quokka|signature/);
  });

  test("leaves out entries of a hidden kind, and does not come for them alone", async () => {
    const reader = await subscriber();
    const { brand } = portal.portal;
    portal.portal.brand = { ...brand, kinds: { videos: { hidden: true } } };
    toMonday();
    await runJobs();
    expect(mailsTo(reader)[0]?.entries?.map(({ url }) => url)).toEqual([
      "http://portal.test/articles/of-tomorrow",
    ]);
    portal.portal.brand = { ...brand, kinds: { blog: { hidden: true } } };
    portal.advance(1);
    await publish("rain");
    portal.advance(week);
    await runJobs();
    expect(mailsTo(reader)).toHaveLength(1);
  });

  test("comes once, however often the jobs run, and not in a week without anything new", async () => {
    const reader = await subscriber();
    toMonday();
    await Promise.all([1, 2, 3, 4].map(() => portal.portal.jobs.runScheduled()));
    await portal.runDueJobs();
    await runJobs();
    portal.advance(week - hourMs);
    await runJobs();
    expect(mailsTo(reader)).toHaveLength(1);
    portal.advance(week);
    await runJobs();
    expect(mailsTo(reader)).toHaveLength(1);
    portal.advance(1);
    await publish("rain");
    portal.advance(week);
    await runJobs();
    expect(mailsTo(reader)).toHaveLength(2);
    expect(mailsTo(reader)[1]?.entries?.map(({ title }) => title)).toEqual(["About rain"]);
  });

  test("has what appears after its date, once, and no archive that is imported", async () => {
    const reader = await subscriber();
    toMonday();
    await runJobs();
    portal.advance(3 * hourMs);
    const day = (date: string) => `---\ntitle: Of ${date}\ndate: ${date}\n---\n\nText.\n`;
    const folder = await temporaryFolder();
    const dates = ["2026-03-02", "2026-02-20", "2026-02-10", "2019-05-01"];
    for (const date of dates) await folder.write({ [`of-${date}.md`]: day(date) });
    await folder.write({ "draft.md": day("2026-03-01").replace("date:", "draft: true\ndate:") });
    await typeContent(portal, "import", folder.path);
    portal.advance(week);
    await runJobs();
    const titles = () => mailsTo(reader).map(({ entries }) => entries?.map(({ title }) => title));
    expect(titles().slice(1)).toEqual([["Of 2026-03-02", "Of 2026-02-20"]]);
    portal.advance(1);
    await folder.write({ "of-2026-03-02.md": day("2026-03-02").replace("Text", "Corrected text") });
    await folder.write({ "draft.md": day("2026-03-08") });
    await typeContent(portal, "import", folder.path, "--replace");
    portal.advance(week);
    await runJobs();
    expect(titles().slice(2), "corrected: no; of a draft: yes").toEqual([["Of 2026-03-08"]]);
    await folder.remove();
  });

  test("has what a content folder brings after its date, and a draft once it is published", async () => {
    const reader = await subscriber();
    toMonday();
    await runJobs();
    portal.advance(3 * hourMs);
    const folder = await temporaryFolder();
    await folder.write({
      ...content,
      "blog/late/entry.json": entryJson("2026-03-02T00:00:00Z"),
      "blog/late/en.md": markdown("Late"),
      "blog/draft/entry.json": JSON.stringify({ ...JSON.parse(entryJson("")), publishedAt: null }),
      "blog/draft/en.md": markdown("Draft"),
    });
    await syncFolder(portal.portal, folder.path);
    portal.advance(week);
    await runJobs();
    portal.advance(1);
    await folder.write({ "blog/draft/entry.json": entryJson("2026-03-08T00:00:00Z") });
    await syncFolder(portal.portal, folder.path);
    portal.advance(week);
    await runJobs();
    const titles = mailsTo(reader).map(({ entries }) => entries?.map(({ title }) => title));
    expect(titles.slice(1)).toEqual([["Late"], ["Draft"]]);
    await folder.remove();
  });

  test("makes up for Mondays on which no process ran by one mail", async () => {
    const reader = await subscriber();
    portal.advance(3 * week);
    await runJobs();
    await runJobs();
    expect(mailsTo(reader)).toHaveLength(1);
  });

  test("goes only to proven addresses with a membership in force, also when it waits to be sent", async () => {
    const lapsed = await subscriber({ until: new Date(portal.portal.now().getTime() + hourMs) });
    const unproven = await subscriber();
    await portal.portal.database.execute(
      `update users set unproven_email = email, email = null where id = '${unproven.id}'`,
    );
    const leaves = await subscriber({
      until: new Date(portal.portal.now().getTime() + 18 * hourMs),
    });
    const changesTheirMind = await subscriber();
    const stays = await subscriber();
    toMonday();
    expect(await portal.portal.jobs.runScheduled()).toEqual([]);
    portal.advance(2 * hourMs);
    await set(changesTheirMind.headers, false);
    await portal.runDueJobs();
    expect(weeklyMails().map(({ to }) => to)).toEqual([stays.email]);
    expect([lapsed, leaves].flatMap(mailsTo)).toEqual([]);
  });

  test("is not enqueued by halves: a run that fails leaves each reader one mail", async () => {
    const readers = [await subscriber(), await subscriber(), await subscriber()];
    toMonday();
    const enqueue = portal.portal.jobs.enqueue.bind(portal.portal.jobs);
    let calls = 0;
    const failing = vi.spyOn(portal.portal.jobs, "enqueue").mockImplementation((...args) => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Error("killed")) : enqueue(...args);
    });
    expect(await portal.portal.jobs.runScheduled()).toEqual(["library.weekly-mails"]);
    failing.mockRestore();
    await portal.runDueJobs();
    expect(weeklyMails()).toEqual([]);
    await runJobs();
    for (const reader of readers) expect(mailsTo(reader)).toHaveLength(1);
  });

  test("is not sent again by the process that follows one killed while sending", async () => {
    const reader = await subscriber();
    const since = portal.portal.now();
    toMonday();
    const news = { since, until: portal.portal.now() };
    const sent: Mail[] = [];
    const begun = Promise.withResolvers<void>();
    const mailer = {
      ...portal.portal.mailer,
      send: (mail: Mail) => {
        sent.push(mail);
        begun.resolve();
        return new Promise<void>(() => {});
      },
    };
    void mailNews({ ...portal.portal, mailer }, reader.id, news);
    await begun.promise;
    await mailNews(portal.portal, reader.id, news);
    expect([sent.length, mailsTo(reader).length]).toEqual([1, 0]);
  });

  test("is tried again when the mail server refuses it", async () => {
    const reader = await subscriber();
    toMonday();
    const refusal = Object.assign(new Error("later"), { responseCode: 421, command: "MAIL FROM" });
    vi.spyOn(portal.portal.mailer, "send").mockRejectedValueOnce(refusal);
    await runJobs();
    expect(mailsTo(reader)).toEqual([]);
    portal.advance(hourMs);
    await portal.runDueJobs();
    expect(mailsTo(reader)).toHaveLength(1);
  });

  test("is not sent again when the mail server took it and did not answer", async () => {
    const reader = await subscriber();
    toMonday();
    const send = vi.spyOn(portal.portal.mailer, "send");
    send.mockRejectedValueOnce(Object.assign(new Error("Timeout"), { code: "ETIMEDOUT" }));
    await runJobs();
    portal.advance(hourMs);
    await portal.runDueJobs();
    expect(mailsTo(reader)).toEqual([]);
    send.mockRestore();
  });
});

describe("unsubscribing", () => {
  async function mailed() {
    const reader = await subscriber();
    toMonday();
    await runJobs();
    const [mail] = mailsTo(reader);
    if (!mail?.unsubscribe) throw new Error("The mail has no address that ends it.");
    const { pathname, search } = new URL(mail.unsubscribe.url);
    const wanted = async () =>
      (await portal.app.inject({ url: "/api/me/weekly-mail", headers: reader.headers })).json()
        .wanted;
    return { mail, path: pathname + search, wanted };
  }

  test("is offered by the headers of RFC 8058 and in both parts of the mail", async () => {
    const { mail } = await mailed();
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(mimeOf(mail, portal.portal.brand));
    const received = await PostalMime.parse(message as Buffer);
    const header = (name: string) => received.headers.find(({ key }) => key === name)?.value;
    const { url } = mail.unsubscribe ?? { url: "" };
    expect(header("list-unsubscribe")?.replaceAll(/\s/g, "")).toBe(`<${url}>`);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(received.text).toContain(`Unsubscribe: ${url}`);
    expect(received.html).toContain(`<a href="${url.replaceAll("&", "&amp;")}">Unsubscribe</a>`);
    expect(received.text).toContain("A summary of Of tomorrow.\nhttp://portal.test/articles/");
  });

  test("does not happen when a program opens the link, which shows a page without scripts", async () => {
    const { path, wanted } = await mailed();
    for (const method of ["GET", "HEAD"] as const) {
      expect((await portal.app.inject({ method, url: path })).statusCode).toBe(200);
    }
    expect(await wanted()).toBe(true);
    const { body, headers } = await portal.app.inject(path);
    expect(body).toContain('<form method="post">');
    expect(body).not.toContain("<script");
    expect(headers).toMatchObject({
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
  });

  test.each([
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
    ["text/nonsense", "?"],
  ])("happens by a POST of %s without a login, and can be repeated", async (type, payload) => {
    const { path, wanted } = await mailed();
    const post = () =>
      portal.app.inject({ method: "POST", url: path, payload, headers: { "content-type": type } });
    const done = await post();
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining("unsubscribed")]);
    expect(await wanted()).toBe(false);
    expect((await post()).statusCode).toBe(200);
    portal.advance(week);
    await publish("rain");
    portal.advance(week);
    const before = portal.mails.length;
    await runJobs();
    expect(portal.mails).toHaveLength(before);
  });

  test("needs the signature of the portal", async () => {
    const { path, wanted } = await mailed();
    const other = randomUUID();
    for (const forged of [
      path.replace(/\.[\w-]{43}/, `.${"A".repeat(43)}`),
      path.replace(/[\da-f-]{36}/, other),
      "/api/weekly-mail/nonsense",
    ]) {
      const { statusCode, body } = await portal.app.inject({ method: "POST", url: forged });
      expect([statusCode, body]).toEqual([404, expect.stringContaining("does not work")]);
      expect((await portal.app.inject(forged)).statusCode).toBe(404);
    }
    expect(await wanted()).toBe(true);
  });

  test("is in the language of the mail", async () => {
    const { path } = await mailed();
    const { body } = await portal.app.inject(path.replace("lang=en", "lang=pl"));
    expect(body).toContain('<html lang="pl">');
    expect(body).toContain("Wypisać Cię z cotygodniowego e-maila?");
  });
});
