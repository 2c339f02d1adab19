import { describe, expect, test } from "vitest";
import { createDraft, getStudioEntry, makePreview } from "#shared/api/studio.ts";
import { signedIdOf, signId } from "#api/infra/signed-ids.ts";
import { loadSigningKey } from "#api/infra/signed-addresses.ts";
import { hashToken } from "#api/infra/tokens.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
import { people, peoplesPassword, type Person } from "#api/testing/people.ts";
import { loadSession } from "#api/modules/accounts/sessions.ts";
import { findRedirectedSlug } from "#api/modules/library/entries/entry-store.ts";
import { studioAddressOf } from "./draft-media-routes.ts";
import { addFiles, requireBoth, writeDraft } from "./working-copy.ts";

const portal = await forFile(createContentPortal());
const { database, now } = portal.portal;

const send = (method: "POST" | "DELETE" | "PUT", path: string, body?: object) =>
  portal.send(method, `/studio/entries${path}`, "admin", body);

/** Starts an article that can be published. Returns its slug. */
async function write(title: string): Promise<string> {
  const created = await send("POST", "", { kind: "articles", title });
  const { slug } = createDraft.answer.parse(created.json());
  const path = `/articles/${slug}`;
  const { draft, revision } = await read(path);
  const en = { front: { title, summary: "What it says." }, body: "A text." };
  const saved = await send("PUT", path, {
    revision,
    draft: { metadata: { ...draft.metadata, tags: ["agility"] }, texts: { ...draft.texts, en } },
  });
  expect(saved.statusCode).toBe(200);
  return slug;
}

const read = async (path: string) =>
  getStudioEntry.answer.parse((await portal.get(`/studio/entries${path}`, "admin")).json());
const publish = async (path: string) =>
  send("POST", `${path}/publish`, { revision: (await read(path)).revision, at: "now" });

const sessionOf = async (person: Person) => {
  const token = portal.headersOf[person]["authorization"]?.replace("Bearer ", "") ?? "";
  const session = await loadSession(portal.portal, hashToken(token));
  if (!session) throw new Error(`The session of the ${person} is dead.`);
  return session;
};

describe("of two writers who read the same working copy", () => {
  const editedAt = now();

  test("only one writes, whatever was compared before", async () => {
    const key = { kind: "articles", slug: await write("Two windows") } as const;
    const both = await requireBoth(database, key);
    await writeDraft(database, key, both, { editedAt });
    await expect(writeDraft(database, key, both, { editedAt })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("only one begins it where there was none", async () => {
    const key = { kind: "articles", slug: "weave-entries" } as const;
    const both = await requireBoth(database, key);
    expect(both.row).toBeNull();
    await writeDraft(database, key, both, { editedAt });
    await expect(writeDraft(database, key, both, { editedAt })).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

describe("a file of a working copy", () => {
  const name = "notes-10x10.webp";
  const addressFor = async (person: Person, slug: string, file = name) => {
    const session = (await sessionOf(person)).id;
    const grant = { key: await loadSigningKey(database), session, now: now() };
    return studioAddressOf({ kind: "articles", slug }, grant)(file);
  };
  const status = async (address: string) => (await portal.app.inject(address)).statusCode;

  test("is for admins only, also at an address that is signed for somebody else", async () => {
    const slug = await write("With a file");
    const { userId } = await sessionOf("admin");
    await addFiles(
      portal.portal,
      portal.portal.database,
      { kind: "articles", slug, userId },
      () => ({ [name]: "abc" }),
    );
    const others = people.filter(
      (person) => !["visitor", "dead session", "admin"].includes(person),
    );
    for (const person of others) {
      expect([person, await status(await addressFor(person, slug))]).toEqual([person, 403]);
    }
  });

  test("is kept by the browser of an admin, under the same address, and asked for each time", async () => {
    const slug = await write("With a file that is kept");
    const { userId, id: session } = await sessionOf("admin");
    await addFiles(
      portal.portal,
      portal.portal.database,
      { kind: "articles", slug, userId },
      () => ({ [name]: "abc" }),
    );
    const key = await loadSigningKey(database);
    const addressAt = (time: string) =>
      studioAddressOf({ kind: "articles", slug }, { key, session, now: new Date(time) })(name);
    expect(addressAt("2026-03-01T10:05:00Z")).toBe(addressAt("2026-03-01T10:55:00Z"));
    expect(addressAt("2026-03-01T10:05:00Z")).not.toBe(addressAt("2026-03-01T11:05:00Z"));
    // Known by its name, whose bytes this instance does not have.
    const headers = { "if-none-match": '"abc"' };
    const url = await addressFor("admin", slug);
    const answer = await portal.app.inject({ url, headers });
    expect(answer.statusCode).toBe(304);
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
  });

  test.each(["another-10x10.webp", "constructor", "entry.json"])(
    "is one of its own: %s is not found",
    async (file) => {
      const slug = await write("Without that file");
      expect(await status(await addressFor("admin", slug, file))).toBe(404);
    },
  );
});

describe("a secret preview is not made", () => {
  const make = async (path: string) =>
    (await send("POST", `${path}/preview`, { password: peoplesPassword })).json().code;

  test("of what is in the bin", async () => {
    const path = `/articles/${await write("Thrown away")}`;
    expect((await send("POST", `${path}/delete`)).statusCode).toBeLessThan(300);
    expect(await make(path)).toBe("read-only");
  });

  test("of what the content folder rules", async () => {
    expect(await make("/articles/weave-entries")).toBe("read-only");
  });

  test("and ends when its entry goes to the bin", async () => {
    const path = `/articles/${await write("Shown, then thrown away")}`;
    const made = await send("POST", `${path}/preview`, { password: peoplesPassword });
    const { token } = makePreview.answer.parse(made.json());
    const shown = async () => (await portal.get(`/secret-previews/${token}`)).statusCode;
    expect(await shown()).toBe(200);
    await send("POST", `${path}/delete`);
    expect(await shown()).toBe(404);
  });
});

test("a former address leads nowhere while readers do not see its entry", async () => {
  const slug = await write("Before the move");
  const moved = () => findRedirectedSlug(portal.portal, { kind: "articles", slug });
  await publish(`/articles/${slug}`);
  await send("POST", `/articles/${slug}/move`, { slug: "after-the-move" });
  expect(await moved()).toBe("after-the-move");
  await send("POST", "/articles/after-the-move/withdraw");
  expect(await moved()).toBeNull();
});

test("a link of a mail that was signed for one purpose is none for another", async () => {
  const id = crypto.randomUUID();
  const token = await signId(database, "weekly-mail", id);
  expect(await signedIdOf(database, "weekly-mail", token)).toBe(id);
  expect(await signedIdOf(database, "withdrawal", token)).toBeNull();
});
