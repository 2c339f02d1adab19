import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import {
  listJudgeNotes,
  listModeratedNotes,
  noteLength,
  type NoteQueue,
} from "#shared/api/judge-notes.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { people, type Person } from "#api/testing/people.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { createUser } from "#api/modules/accounts/users.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { libraryData } from "./owned-data.ts";
import { judgeNotes } from "./schema.ts";

const portal = await forFile(createContentPortal());
beforeEach(async () => void (await portal.portal.database.delete(judgeNotes)));

type Headers = Record<string, string>;
type Author = { id: string; headers: Headers };

/** Creates a judge with a membership, or a judge without one. */
async function judge({ isMember = true, name = "Ruth Palmer" } = {}): Promise<Author> {
  const email = `${randomUUID()}@example.com`;
  const user = { email, name, password: "a long enough password" };
  const id = await createUser(portal.portal, { ...user, roles: ["ROLE_JUDGE"] });
  if (isMember) await grantMembership(portal.portal, portal.portal.database, id, null);
  const token = await createSession(portal.portal, id, "");
  return { id, headers: { authorization: `Bearer ${token}` } };
}

const send = async (
  method: "GET" | "PUT" | "DELETE",
  path: string,
  headers: Headers,
  payload?: object,
) => {
  const answer = await portal.app.inject({
    method,
    url: `/api${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.body === "" ? null : answer.json() };
};

const entry = "articles/weave-entries";
const write = (text: string, { headers }: Pick<Author, "headers">, on = entry) =>
  send("PUT", `/content/${on}/judge-note`, headers, { text });
const withdraw = ({ headers }: Author) => send("DELETE", `/content/${entry}/judge-note`, headers);
const notesFor = async (headers: Headers = portal.headersOf.member, on = entry) =>
  listJudgeNotes.answer.parse((await send("GET", `/content/${on}/judge-notes`, headers)).body);
const shownTexts = async () => (await notesFor()).items.map(({ text }) => text);
const admin = () => portal.headersOf.admin;
const queue = async (name: NoteQueue = "waiting", query = "") =>
  listModeratedNotes.answer.parse(
    (await send("GET", `/review/judge-notes?queue=${name}${query}`, admin())).body,
  );
const newest = async (name: NoteQueue = "waiting") => {
  const [note] = (await queue(name)).items;
  if (!note) throw new Error("The queue is empty.");
  return note;
};
const approve = async (as = admin()) => {
  const { id, writtenAt } = await newest();
  return (await send("PUT", `/review/judge-notes/${id}/approval`, as, { writtenAt })).status;
};
const reject = async (reason = "Too short.") => {
  const { id, writtenAt } = await newest();
  const body = { writtenAt, reason };
  return (await send("PUT", `/review/judge-notes/${id}/rejection`, admin(), body)).status;
};
const takeDown = async (reason = "A complaint.") => {
  const { id, shown } = await newest("shown");
  const body = { approvedAt: shown?.approvedAt, reason };
  return (await send("PUT", `/review/judge-notes/${id}/takedown`, admin(), body)).status;
};

describe("a judge's note", () => {
  test("is shown to members with its author once an admin has approved it", async () => {
    const author = await judge();
    const written = await write("  Keep the line.\r\n\r\nThen turn.  ", author);
    const text = "Keep the line.\n\nThen turn.";
    const own = { text, language: "en", reason: null, state: "waiting", isShown: false };
    expect(written).toEqual({ status: 200, body: { own } });
    expect(await notesFor()).toEqual({ items: [], own: null });
    expect(await newest()).toMatchObject({
      kind: "articles",
      slug: "weave-entries",
      title: "Weave entries",
      author: "Ruth Palmer",
      text,
      shown: null,
    });
    expect(await approve()).toBe(204);
    expect((await queue()).items).toEqual([]);
    const { items } = await notesFor();
    expect(items).toEqual([
      {
        id: expect.any(String),
        author: "Ruth Palmer",
        text,
        language: "en",
        approvedAt: portal.portal.now().toISOString(),
      },
    ]);
    const { own: after } = await notesFor(author.headers);
    expect(after).toEqual({ ...own, state: "approved", isShown: true });
  });

  test("that is changed waits again, while the text approved last stays visible", async () => {
    const author = await judge();
    await write("First.", author);
    await approve();
    portal.advance(1000);
    await write("Second.", author);
    expect(await shownTexts()).toEqual(["First."]);
    expect((await notesFor(author.headers)).own).toMatchObject({
      text: "Second.",
      state: "waiting",
      isShown: true,
    });
    expect(await newest()).toMatchObject({ text: "Second.", shown: { text: "First." } });
    await approve();
    expect(await shownTexts()).toEqual(["Second."]);
  });

  test("that is changed back to the visible text does not wait", async () => {
    const author = await judge();
    await write("First.", author);
    await approve();
    await write("Second.", author);
    expect((await write("First.", author)).body.own.state).toBe("approved");
    expect((await queue()).items).toEqual([]);
  });

  test("that is rejected tells its author why, and keeps what was visible", async () => {
    const author = await judge();
    await write("First.", author);
    await approve();
    await write("Worse.", author);
    expect(await reject("Too short.")).toBe(204);
    expect(await shownTexts()).toEqual(["First."]);
    expect((await notesFor(author.headers)).own).toMatchObject({
      text: "Worse.",
      state: "rejected",
      reason: "Too short.",
    });
    expect((await notesFor()).own).toBeNull();
    expect((await write("Better.", author)).body.own).toMatchObject({
      state: "waiting",
      reason: null,
    });
  });

  test("that is taken down disappears; a newer text goes on waiting", async () => {
    const author = await judge();
    await write("First.", author);
    await approve();
    expect(await takeDown("A complaint.")).toBe(204);
    expect(await shownTexts()).toEqual([]);
    expect((await notesFor(author.headers)).own).toMatchObject({
      state: "rejected",
      reason: "A complaint.",
      isShown: false,
    });
    await write("Second.", author);
    await approve();
    await write("Third.", author);
    await takeDown();
    expect((await notesFor(author.headers)).own).toMatchObject({
      text: "Third.",
      state: "waiting",
    });
  });

  test("is withdrawn by its author, a former judge and member too", async () => {
    const author = await judge();
    await write("First.", author);
    await approve();
    await portal.portal.database.update(users).set({ roles: [] }).where(eq(users.id, author.id));
    expect(await shownTexts()).toEqual([]); // its author is no judge any more
    expect((await withdraw(author)).status).toBe(204);
    expect(await portal.portal.database.$count(judgeNotes)).toBe(0);
    expect((await withdraw(author)).status).toBe(204);
  });

  test("is one of each judge, on articles and videos that are published", async () => {
    const [one, other] = [await judge(), await judge({ name: "Jan Sowa" })];
    await write("One.", one);
    await write("One again.", one);
    portal.advance(1);
    await write("Other.", other);
    await write("On a video.", one, "videos/front-cross");
    expect((await queue()).items.map(({ text }) => text).toSorted()).toEqual([
      "On a video.",
      "One again.",
      "Other.",
    ]);
    for (const on of ["articles/unheard-of", "articles/of-tomorrow", "recipes/liver-cubes"]) {
      expect([on, (await write("No.", one, on)).status]).toEqual([on, 404]);
      const { status } = await send("GET", `/content/${on}/judge-notes`, portal.headersOf.member);
      expect([on, status]).toEqual([on, 404]);
    }
  });

  test("stays under the name that was approved with it, whatever the judge is called later", async () => {
    const author = await judge({ name: "Ruth Palmer" });
    const rename = (name: string) =>
      portal.portal.database.update(users).set({ name }).where(eq(users.id, author.id));
    await write("Keep the line.", author);
    await rename("Visit evil.example");
    // The admin decides about the name that the text was written under.
    expect((await newest()).author).toBe("Ruth Palmer");
    expect(await approve()).toBe(204);
    const shown = async () =>
      (await notesFor()).items
        .filter(({ text }) => text === "Keep the line.")
        .map((note) => note.author);
    expect(await shown()).toEqual(["Ruth Palmer"]);
    expect((await write("Keep the line.", author)).body.own.state).toBe("approved");
    expect(await shown()).toEqual(["Ruth Palmer"]);
    portal.advance(1);
    await write("Keep the line!", author);
    expect((await newest()).author).toBe("Visit evil.example");
    expect(await shown()).toEqual(["Ruth Palmer"]);
  });

  test.each([
    ["", 400],
    [" \n ", 400],
    ["x".repeat(noteLength.text + 1), 400],
    ["x".repeat(noteLength.text), 200],
  ])("has a text, and not too long a one (%#)", async (text, status) => {
    expect((await write(text, await judge())).status).toBe(status);
  });

  test("cannot be written again and again", async () => {
    const author = await judge();
    let last = 0;
    for (let i = 0; i < 31; i += 1) last = (await write(`Note ${i}.`, author)).status;
    expect(last).toBe(429);
  });
});

describe("rights", () => {
  const expected = (person: Person, { member, others }: { member: number; others: number }) =>
    ["visitor", "dead session"].includes(person)
      ? 401
      : ["member", "admin"].includes(person)
        ? member
        : others;

  test.each([...people])("to read and write of a %s", async (person) => {
    const headers = portal.headersOf[person];
    // Only judges with a membership write; the judge here has none.
    expect((await write("Mine.", { headers })).status).toBe(
      expected(person, { member: 403, others: 403 }),
    );
    const notes = await send("GET", `/content/${entry}/judge-notes`, headers);
    expect(notes.status).toBe(expected(person, { member: 200, others: 403 }));
  });

  test.each(people.filter((person) => person !== "admin"))(
    "to moderate are denied to a %s",
    async (person) => {
      const headers = portal.headersOf[person];
      await write("Keep the line.", await judge());
      const { id, writtenAt } = await newest();
      const refused = expected(person, { member: 403, others: 403 });
      const body = { writtenAt, approvedAt: writtenAt, reason: "No." };
      expect((await send("GET", "/review/judge-notes", headers)).status).toBe(refused);
      for (const what of ["approval", "rejection", "takedown"]) {
        const { status } = await send("PUT", `/review/judge-notes/${id}/${what}`, headers, body);
        expect([what, status]).toEqual([what, refused]);
      }
      expect(await newest()).toMatchObject({ id });
    },
  );
});

describe("moderation", () => {
  test("does not decide on a text that the admin has not read", async () => {
    const author = await judge();
    await write("First.", author);
    const { id, writtenAt } = await newest();
    portal.advance(1000);
    await write("Second.", author);
    const decide = async (what: string, body: object, note = id) =>
      (await send("PUT", `/review/judge-notes/${note}/${what}`, admin(), body)).status;
    expect(await decide("approval", { writtenAt })).toBe(409);
    expect(await decide("rejection", { writtenAt, reason: "No." })).toBe(409);
    expect(await decide("takedown", { approvedAt: writtenAt, reason: "No." })).toBe(409);
    expect(await decide("rejection", { writtenAt, reason: " " })).toBe(400);
    expect(await approve()).toBe(204);
    expect(await decide("approval", { writtenAt }, randomUUID())).toBe(404);
    expect(await shownTexts()).toEqual(["Second."]);
  });

  test("lists waiting texts oldest first and visible ones latest first, in pages", async () => {
    for (const text of ["1", "2", "3"]) {
      await write(text, await judge());
      portal.advance(1000);
    }
    const paged = async (name: NoteQueue) => {
      const texts: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await queue(name, `&limit=1${cursor === null ? "" : `&cursor=${cursor}`}`);
        texts.push(...page.items.map(({ text }) => text));
        cursor = page.nextCursor;
      } while (cursor !== null);
      return texts;
    };
    expect(await paged("waiting")).toEqual(["1", "2", "3"]);
    for (let i = 0; i < 3; i += 1) {
      await approve();
      portal.advance(1000);
    }
    expect(await paged("shown")).toEqual(["3", "2", "1"]);
    expect((await send("GET", "/review/judge-notes?cursor=x", admin())).status).toBe(400);
  });
});

describe("what belongs to a judge", () => {
  test("is exported, and deleted with the account", async () => {
    const author = await judge();
    await write("First.", author);
    const user = { id: author.id, email: null };
    expect(
      (await libraryData.exportData(portal.portal.database, user))["judgeNotes"],
    ).toMatchObject([
      { kind: "articles", slug: "weave-entries", text: "First.", state: "waiting" },
    ]);
    await portal.portal.database.delete(users).where(eq(users.id, author.id));
    expect(await portal.portal.database.$count(judgeNotes)).toBe(0);
  });

  test("moves to the account that others are merged into, which keeps its own notes", async () => {
    const { database } = portal.portal;
    const [to, one, two] = [await judge(), await judge(), await judge()];
    await write("Own.", to);
    await write("Lost.", one);
    await write("Older.", one, "videos/front-cross");
    portal.advance(1000);
    await write("Newer.", two, "videos/front-cross");
    await libraryData.mergeData?.(database, { from: [one.id, two.id], to: to.id });
    const rows = await database.select().from(judgeNotes).where(eq(judgeNotes.userId, to.id));
    expect(rows.map(({ text }) => text).toSorted()).toEqual(["Newer.", "Own."]);
  });
});
