import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { goodPassword } from "#api/testing/account-requests.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { entryJson, markdown } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import {
  ofAdmin,
  ofCommand,
  own,
  run,
  send,
  somebody,
  type Somebody,
  type Stage,
  type Ways,
} from "./stage.ts";

const published = "articles/weave-entries";
const draft = "articles/a-draft";

const confirmed = { password: goodPassword };

/** The draft that the content folder of the stage has to have. */
export const draftFiles = {
  [`${draft}/entry.json`]: JSON.stringify({
    publishedAt: null,
    author: "Marta Wolska",
    tags: ["agility"],
    motif: "jump",
  }),
  [`${draft}/en.md`]: markdown("A draft", "Half of it."),
};

const typed = (stage: Stage, ...args: string[]) => run(() => typeContent(stage.portal, ...args));

/** Imports an article from a folder of its own; returns its slug. */
async function importArticle(stage: Stage): Promise<{ slug: string; entry: string }> {
  const slug = `imported-${randomUUID()}`;
  const folder = await temporaryFolder();
  await folder.write({
    [`articles/${slug}.md`]: markdown("Imported", "Text.", "date: 2026-02-10\n"),
  });
  await typeContent(stage.portal, "import", folder.path);
  await folder.remove();
  return { slug, entry: `articles/${slug}` };
}

/** Has an admin start an article; returns it, and what acts on it as a whole. */
async function written(stage: Stage) {
  const body = { kind: "articles", title: `Written ${randomUUID()}` };
  const answer = await send(stage, "POST", "/studio/entries", { ...stage.admin, body });
  const entry = `articles/${answer.json().slug}`;
  const act = (name: string, more = {}) =>
    send(stage, "POST", `/studio/entries/${entry}/${name}`, { ...stage.admin, body: more });
  return { entry, act };
}

/** Adds an article to the content folder of the stage. */
async function addToFolder({ portal }: Stage): Promise<void> {
  const folder = `${portal.portal.config.contentDir}/articles/added-${randomUUID()}`;
  await mkdir(folder);
  await writeFile(`${folder}/entry.json`, entryJson("2026-02-01T07:00:00Z"));
  await writeFile(`${folder}/en.md`, markdown("Added"));
}

/** Has a judge write a note; returns its id, what an admin has read of it, and a function that decides about it. */
async function waitingNote(stage: Stage) {
  const judge = await somebody(stage, "ROLE_JUDGE");
  await grantMembership(stage.portal.portal, stage.portal.portal.database, judge.id, null);
  const text = `Keep the line, ${randomUUID()}.`;
  await send(stage, "PUT", `/content/${published}/judge-note`, { ...judge, body: { text } });
  const { items } = (await send(stage, "GET", "/review/judge-notes", stage.admin)).json();
  const note = items.find((item: { text: string }) => item.text === text);
  const decide = (decision: string, body: object) =>
    send(stage, "PUT", `/review/judge-notes/${note.id}/${decision}`, { ...stage.admin, body });
  return { judge, writtenAt: note.writtenAt as string, decide };
}

const earlier = "2026-01-01T00:00:00.000Z";

/** Returns a reviewer, and functions that set the draft's mark for a version, and take it back. */
async function reviewer(stage: Stage) {
  const user = await somebody(stage, "ROLE_REVIEWER");
  const { version } = (await send(stage, "GET", `/review/entries/${draft}`, user)).json();
  const path = `/review/entries/${draft}/ready`;
  return {
    user,
    set: (read: string = version) => send(stage, "PUT", path, { ...user, body: { version: read } }),
    takeBack: () => send(stage, "DELETE", path, user),
  };
}

const byReviewer = (stage: Stage, user: Somebody) => ({
  ...own(stage, user, { entry: draft }),
  subjectId: null,
});

/** Adds a tag or an author. Returns it, its detail in the trail, and the path of its own. */
async function named(stage: Stage, part: "tags" | "authors") {
  const name = `Named ${randomUUID().slice(0, 8)}`;
  const texts = { credentialsEn: "Judge", credentialsPl: "", bodyEn: "About.", bodyPl: "" };
  const body = part === "tags" ? { nameEn: name, namePl: "" } : { name, ...texts };
  const add = () => send(stage, "POST", `/studio/${part}`, { ...stage.admin, body });
  const id = name.toLowerCase().replace(" ", "-");
  const detail = { [part === "tags" ? "tag" : "author"]: id };
  return { add, body, detail, path: `/studio/${part}/${id}` };
}

/** The acts of a kind of names: each is refused for another one that is not there. */
const actsOf = (part: "tags" | "authors") => ({
  added: {
    "by an admin": async (stage: Stage) => {
      const [taken, { add, detail }] = [await named(stage, part), await named(stage, part)];
      await taken.add();
      return { refused: taken.add, perform: add, said: () => ofAdmin(stage, null, detail) };
    },
  },
  changed: {
    "by an admin": async (stage: Stage) => {
      const { add, body, detail, path } = await named(stage, part);
      const { revision } = (await add()).json();
      const change = (at: string) =>
        send(stage, "PUT", at, {
          ...stage.admin,
          body: { ...body, revision, namePl: "Inny", bodyEn: "More." },
        });
      return {
        refused: () => change(`/studio/${part}/not-there`),
        perform: () => change(path),
        said: () => ofAdmin(stage, null, detail),
      };
    },
  },
  deleted: {
    "by an admin": async (stage: Stage) => {
      const { add, detail, path } = await named(stage, part);
      await add();
      return {
        refused: () => send(stage, "DELETE", `/studio/${part}/not-there`, stage.admin),
        perform: () => send(stage, "DELETE", path, stage.admin),
        said: () => ofAdmin(stage, null, detail),
      };
    },
  },
});

const tagActs = actsOf("tags");
const authorActs = actsOf("authors");
const nameActs = {
  "tag-added": tagActs.added,
  "tag-renamed": tagActs.changed,
  "tag-deleted": tagActs.deleted,
  "author-added": authorActs.added,
  "author-changed": authorActs.changed,
  "author-deleted": authorActs.deleted,
} satisfies Record<string, Ways>;

/** What commands, admins and reviewers do with entries and notes. */
export const contentActs = {
  "content-imported": {
    "by a command": async (stage) => {
      const folder = await temporaryFolder();
      const name = `articles/imported-${randomUUID()}.md`;
      await folder.write({ [name]: markdown("Imported", "Text.", "date: 2026-02-10\n") });
      return {
        refused: () => typed(stage, "import", folder.path, "--dry-run"),
        perform: () => typed(stage, "import", folder.path),
        said: () => ofCommand(null, { written: 1 }),
      };
    },
  },

  "content-taken-back": {
    "by a command": async (stage) => {
      const { entry } = await importArticle(stage);
      const listed = (await typeContent(stage.portal, "imports")).lines;
      const id = listed.find((line) => line.includes(entry))?.split(" ")[0] ?? "";
      return {
        refused: () => typed(stage, "take-back", id, "--dry-run"),
        perform: () => typed(stage, "take-back", id),
        said: () => ofCommand(null, { import: id, removed: 1 }),
      };
    },
  },

  "content-synced": {
    "by a command": async (stage) => ({
      refused: () => typed(stage, "sync"),
      perform: async () => {
        await addToFolder(stage);
        return typed(stage, "sync");
      },
      said: () => ofCommand(null, { written: 1, removed: 0 }),
      isRecordedAfter: true,
    }),
  },

  "content-published": {
    "by a command": async (stage) => {
      const { slug, entry } = await importArticle(stage);
      return {
        refused: () => typed(stage, "publish", "articles", "no-such-article"),
        perform: () => typed(stage, "publish", "articles", slug, "--at", "2026-02-20T09:00"),
        said: () => ofCommand(null, { entry }),
      };
    },
  },

  "content-mailed": {
    "by an admin": async (stage) => {
      const { entry } = await importArticle(stage);
      const path = (key: string) => `/studio/entries/${key}/mail`;
      return {
        refused: () => send(stage, "POST", path(draft), { ...stage.admin, body: confirmed }),
        perform: () => send(stage, "POST", path(entry), { ...stage.admin, body: confirmed }),
        said: () => ofAdmin(stage, null, { entry }),
      };
    },
  },

  "content-withdrawn": {
    "by a command": async (stage) => {
      const { slug, entry } = await importArticle(stage);
      return {
        refused: () => typed(stage, "publish", "articles", "weave-entries", "--withdraw"),
        perform: () => typed(stage, "publish", "articles", slug, "--withdraw"),
        said: () => ofCommand(null, { entry }),
      };
    },
  },

  "content-deleted": {
    "by an admin": async (stage) => {
      const { entry, act } = await written(stage);
      return {
        refused: () => send(stage, "POST", `/studio/entries/${published}/delete`, stage.admin),
        perform: () => act("delete"),
        said: () => ofAdmin(stage, null, { entry }),
      };
    },
  },

  "content-restored": {
    "by an admin": async (stage) => {
      const { entry, act } = await written(stage);
      return {
        refused: () => act("restore"),
        perform: async () => {
          await act("delete");
          return act("restore");
        },
        said: () => ofAdmin(stage, null, { entry }),
      };
    },
  },

  "content-moved": {
    "by an admin": async (stage) => {
      const { entry, act } = await written(stage);
      const slug = `moved-${randomUUID()}`;
      return {
        refused: () => act("move", { slug: "weave-entries" }),
        perform: () => act("move", { slug }),
        said: () => ofAdmin(stage, null, { entry, to: `${entry.split("/")[0]}/${slug}` }),
      };
    },
  },

  "content-taken-over": {
    "by an admin": async (stage) => {
      const path = (slug: string) => `/studio/entries/blog/${slug}/take-over`;
      return {
        refused: () => send(stage, "POST", path("no-such-entry"), stage.admin),
        perform: () => send(stage, "POST", path("a-diary"), stage.admin),
        said: () => ofAdmin(stage, null, { entry: "blog/a-diary" }),
      };
    },
  },

  "preview-made": {
    "by an admin": async (stage) => {
      const { entry, act } = await written(stage);
      return {
        refused: () => act("preview", { password: "not the password" }),
        perform: () => act("preview", confirmed),
        said: () => ofAdmin(stage, null, { entry }),
      };
    },
  },

  "preview-ended": {
    "by an admin": async (stage) => {
      const { entry, act } = await written(stage);
      const end = () => send(stage, "DELETE", `/studio/entries/${entry}/preview`, stage.admin);
      return {
        // Answered 204 like every other: there is none.
        refused: async () => {
          await end();
          return { status: null };
        },
        perform: async () => {
          await act("preview", confirmed);
          return end();
        },
        said: () => ofAdmin(stage, null, { entry }),
      };
    },
  },

  "draft-discarded": {
    "by an admin": async (stage) => {
      const { entry, act } = await written(stage);
      const opened = `/studio/entries/${entry}`;
      const { draft: empty } = (await send(stage, "GET", opened, stage.admin)).json();
      const front = { title: "Discarded", summary: "In short." };
      const save = async (body: string) => {
        const { revision } = (await send(stage, "GET", opened, stage.admin)).json();
        const texts = { en: { front, body } };
        const metadata = { ...empty.metadata, tags: ["agility"] };
        const saved = { revision, draft: { metadata, texts } };
        return (await send(stage, "PUT", opened, { ...stage.admin, body: saved })).json().revision;
      };
      await act("publish", { revision: await save("Seen."), at: "now" });
      const revision = await save("Unseen.");
      return {
        refused: () => act("discard", { revision: revision - 1 }),
        perform: () => act("discard", { revision }),
        said: () => ofAdmin(stage, null, { entry }),
      };
    },
  },

  ...nameActs,

  "note-approved": {
    "by an admin": async (stage) => {
      const { judge, writtenAt, decide } = await waitingNote(stage);
      return {
        refused: () => decide("approval", { writtenAt: earlier }),
        perform: () => decide("approval", { writtenAt }),
        said: () => ofAdmin(stage, judge, { entry: published }),
      };
    },
  },

  "note-rejected": {
    "by an admin": async (stage) => {
      const { judge, writtenAt, decide } = await waitingNote(stage);
      const reason = "Too short to help.";
      return {
        refused: () => decide("rejection", { writtenAt: earlier, reason }),
        perform: () => decide("rejection", { writtenAt, reason }),
        said: () => ofAdmin(stage, judge, { entry: published }),
      };
    },
  },

  "note-taken-down": {
    "by an admin": async (stage) => {
      const { judge, writtenAt, decide } = await waitingNote(stage);
      await decide("approval", { writtenAt });
      const approvedAt = stage.portal.portal.now().toISOString();
      const reason = "Somebody complained.";
      return {
        refused: () => decide("takedown", { approvedAt: earlier, reason }),
        perform: () => decide("takedown", { approvedAt, reason }),
        said: () => ofAdmin(stage, judge, { entry: published }),
      };
    },
  },

  "ready-mark-set": {
    "by a reviewer": async (stage) => {
      const { user, set } = await reviewer(stage);
      return {
        refused: () => set("an earlier version"),
        perform: () => set(),
        said: () => byReviewer(stage, user),
      };
    },
  },

  "ready-mark-removed": {
    "by a reviewer": async (stage) => {
      const { user, set, takeBack } = await reviewer(stage);
      await takeBack();
      return {
        // Answered 204 like every other: there is no mark.
        refused: async () => {
          await takeBack();
          return { status: null };
        },
        perform: async () => {
          await set();
          return takeBack();
        },
        said: () => byReviewer(stage, user),
      };
    },
  },
} satisfies Record<string, Ways>;
