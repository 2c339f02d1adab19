import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { call, claimedUser, logIn } from "#api/testing/account-requests.ts";
import { createMember, subjectsTo } from "#api/testing/members.ts";
import { contactMessages } from "#api/modules/contact/schema.ts";
import { memberNotes } from "./schema.ts";
import { purge } from "#api/retention/retention.ts";
import {
  adminEmail,
  act,
  actsOn,
  admin,
  get,
  portal,
  memberOf,
  secret,
  undo,
  useAdminPortal,
} from "./testing/admin-portal.ts";

useAdminPortal();

describe("mails and sessions", () => {
  test("a receipt and a reset link are mailed again", async () => {
    const member = await createMember(portal);
    const [{ purchase }] = (await memberOf(member)).invoices;
    const before = subjectsTo(portal, member).length;
    const mail = { kind: "receipt", invoiceId: purchase.id };
    expect((await act(`/members/${member.id}/mail`, { body: mail })).status).toBe(200);
    await act(`/members/${member.id}/mail`, { body: { kind: "reset-link" } });
    const subjects = subjectsTo(portal, member).slice(before);
    expect(subjects).toEqual([expect.stringContaining(purchase.receiptNumber), expect.any(String)]);
    expect(await actsOn(member)).toEqual(["mail-resent", "mail-resent"]);
  });

  test("a receipt is mailed a few times an hour, whoever of the admins asks", async () => {
    const member = await createMember(portal);
    const [{ purchase }] = (await memberOf(member)).invoices;
    const body = { kind: "receipt", invoiceId: purchase.id };
    const before = subjectsTo(portal, member).length;
    const statuses = [];
    for (let at = 0; at < 6; at += 1) {
      const path = `/members/${member.id}/mail`;
      const headers = { "idempotency-key": randomUUID() };
      const ip = `203.0.${at}.1`;
      const answer = await call(portal, "POST", path, { token: admin.token, body, headers, ip });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(subjectsTo(portal, member)).toHaveLength(before + 5);
  });

  test("all sessions of a member end; an admin keeps the own one", async () => {
    const member = await createMember(portal);
    expect((await memberOf(member)).sessions).toHaveLength(1);
    expect(JSON.stringify(await memberOf(member))).not.toMatch(/hash/i);
    await act(`/members/${member.id}/sessions/end`, { body: secret });
    expect((await call(portal, "GET", "/me", { token: member.token })).status).toBe(401);
    const { token } = (await logIn(portal, adminEmail)).body;
    await act(`/members/${admin.id}/sessions/end`, { body: secret });
    expect((await get("/me")).status).toBe(200);
    expect((await call(portal, "GET", "/me", { token })).status).toBe(401);
  });
});

describe("notes", () => {
  const note = (method: "PUT" | "DELETE", path: string, body?: unknown) =>
    call(portal, method, path, {
      token: admin.token,
      body,
      headers: { "idempotency-key": randomUUID() },
    });

  test("are added, changed, deleted and restored, and are in the member's export", async () => {
    const id = await claimedUser(portal, "noted@example.com");
    await act(`/members/${id}/notes`, { body: { text: "Called about the clinic" } });
    const [first] = (await memberOf({ id })).notes;
    expect(first).toMatchObject({
      text: "Called about the clinic",
      author: "Ada",
      changedAt: null,
    });
    const path = `/members/${id}/notes/${first.id}`;
    await note("PUT", path, { text: "Called twice" });
    const { token } = (await logIn(portal, "noted@example.com")).body;
    const exported = () => call(portal, "POST", "/me/export", { token, body: secret });
    expect((await exported()).body.notesAbout).toMatchObject([{ text: "Called twice" }]);
    const { body } = await note("DELETE", path);
    expect((await memberOf({ id })).notes).toEqual([]);
    expect((await exported()).body.notesAbout).toEqual([]);
    expect((await note("DELETE", path)).status).toBe(404);
    await undo(body.id);
    expect((await memberOf({ id })).notes).toMatchObject([{ text: "Called twice" }]);
    await note("DELETE", path);
    portal.advance(dayMs);
    await purge(portal.portal);
    expect(await portal.portal.database.$count(memberNotes, eq(memberNotes.userId, id))).toBe(0);
  });
});

describe("an answer", () => {
  test("is mailed once to who wrote, with the owner's address to reply to", async () => {
    const writer = await claimedUser(portal, "writer@example.com");
    const message = {
      name: "Ada",
      email: "writer@example.com",
      subject: "A place",
      message: "Free?",
    };
    await call(portal, "POST", "/contact", { body: message });
    const [asked] = (await memberOf({ id: writer })).messages;
    expect(asked).toMatchObject({ subject: "A place", answeredAt: null });
    const answers = await Promise.all(
      ["Yes", "No"].map((answer) => act(`/contact/${asked.id}/answer`, { body: { answer } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const mails = portal.mails.filter(({ to }) => to === "writer@example.com");
    expect(mails.filter(({ subject }) => subject === "Re: A place")).toMatchObject([
      { replyTo: portal.portal.brand.contactEmail, paragraphs: expect.arrayContaining(["Free?"]) },
    ]);
    const [row] = await portal.portal.database
      .select()
      .from(contactMessages)
      .where(eq(contactMessages.id, asked.id));
    expect(row?.answeredAt).toEqual(portal.portal.now());
    expect(await actsOn({ id: writer })).toEqual(["message-answered"]);
    expect((await act(`/contact/${randomUUID()}/answer`, { body: { answer: "x" } })).status).toBe(
      404,
    );
  });
});

describe("the messages", () => {
  const write = (from: string, subject: string) =>
    call(portal, "POST", "/contact", {
      body: { name: "Kim", email: from, subject, message: "One\n\ntwo" },
      ip: `192.0.2.${(sent += 1)}`, // each network may send a few
    });
  let sent = 0;
  const pageAfter = (cursor: string) =>
    get(`/contact/messages?limit=2${cursor && `&cursor=${cursor}`}`);
  /** All messages, read in pages of two; `between` runs after the first page. */
  const readAll = async (between?: () => Promise<unknown>) => {
    const items: { id: string; subject: string; answeredAt: string | null }[] = [];
    for (let cursor = ""; ;) {
      const { body } = await pageAfter(cursor);
      items.push(...body.items);
      if (cursor === "") await between?.();
      if (!body.nextCursor) return items;
      cursor = body.nextCursor;
    }
  };
  beforeEach(async () => {
    await portal.portal.database.delete(contactMessages);
  });

  test("of strangers and members are listed, those without an answer first, each once", async () => {
    const member = await claimedUser(portal, "listed@example.com");
    for (const subject of ["first", "second", "third", "fourth", "fifth"]) {
      await write(subject === "third" ? "listed@example.com" : "stranger@example.com", subject);
      if (subject !== "first") portal.advance(1000); // two of the same moment
    }
    const before = await readAll();
    expect(before.slice(0, 3).map(({ subject }) => subject)).toEqual(["fifth", "fourth", "third"]);
    expect(before).toHaveLength(5);
    const third = before.find(({ subject }) => subject === "third");
    expect(third).toMatchObject({ memberId: member, answeredAt: null, message: "One\n\ntwo" });
    const fifth = before[0]!;
    expect(fifth).toMatchObject({ memberId: null, email: "stranger@example.com", name: "Kim" });
    await act(`/contact/${fifth.id}/answer`, { body: { answer: "Yes" } });
    const after = await readAll();
    expect(after.at(-1)).toMatchObject({ subject: "fifth", answer: "Yes" });
    expect(new Set(after.map(({ id }) => id)).size).toBe(5);
  });

  test("are all listed when one is answered and another one arrives while pages are read", async () => {
    for (const subject of ["a", "b", "c", "d"]) {
      await write("reader@example.com", subject);
      portal.advance(1000);
    }
    const first = (await pageAfter("")).body.items[0];
    const read = await readAll(async () => {
      await act(`/contact/${first.id}/answer`, { body: { answer: "Yes" } });
      await write("late@example.com", "late");
    });
    expect(new Set(read.map(({ subject }) => subject))).toEqual(new Set(["a", "b", "c", "d"]));
  });

  test("of a stranger are answered by one of two admins, and the trail has none of their words", async () => {
    await write("race@example.com", "Secret subject");
    const { body } = await get("/contact/messages");
    const path = `/contact/${body.items[0].id}/answer`;
    const answers = await Promise.all(
      ["Answer one", "Answer two"].map((answer) => act(path, { body: { answer } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("conflict");
    const mails = portal.mails.filter(({ to }) => to === "race@example.com");
    expect(mails).toMatchObject([{ subject: "Re: Secret subject" }]);
    const trail = await portal.portal.database
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.act, "message-answered"));
    expect(trail).toContainEqual(
      expect.objectContaining({ actorId: admin.id, subjectId: null, details: {} }),
    );
    for (const word of ["Secret", "Answer one", "Answer two", "race@"]) {
      expect(JSON.stringify(trail)).not.toContain(word);
    }
  });

  test("refuse a cursor that is none", async () => {
    expect((await get("/contact/messages?cursor=nonsense")).body.code).toBe("validation");
  });
});
