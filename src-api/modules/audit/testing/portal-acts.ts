import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { expect } from "vitest";
import * as z from "zod/mini";
import type { ActName } from "#shared/api/audit.ts";
import { flagKeys } from "#shared/flags.ts";
import { runFlagCommand } from "#api/cli/flags/run-flag-command.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { entryJson, markdown } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { act, confirmed, ofCommand, quiet, right, run, takingBack, toUser } from "./stage.ts";
import type { Person, Scene, Stage, Ways } from "./stage.ts";

const flag = flagKeys.loginDisabled;
const published = "articles/weave-entries";
const draft = "articles/a-draft";

/** The draft that the content folder of the stage has to have. */
export const draftFiles = {
  [`${draft}/entry.json`]: entryJson("", { publishedAt: null }),
  [`${draft}/en.md`]: markdown("A draft", "Half of it."),
};

/** Writes an article to a folder that `content import` reads. */
async function articleToImport() {
  const slug = `imported-${randomUUID()}`;
  const folder = await temporaryFolder();
  await folder.write({
    [`articles/${slug}.md`]: markdown("Imported", "Text.", "date: 2026-02-10\n"),
  });
  return { slug, entry: `articles/${slug}`, folder: folder.path };
}

/** Imports an article. */
async function imported({ portal }: Stage) {
  const article = await articleToImport();
  await typeContent(portal, "import", article.folder);
  return article;
}

/** Has the admin start an article; returns its path, what acts on it as a whole, and what the trail says. */
async function written({ admin, ofAdmin }: Stage) {
  const body = { kind: "articles", title: `Written ${randomUUID()}` };
  const entry = `articles/${(await admin.post("/studio/entries", body)).body.slug}`;
  const path = `/studio/entries/${entry}`;
  const change = (name: string, more = {}) => admin.post(`${path}/${name}`, more);
  return { entry, path, change, said: ofAdmin(null, { entry }) };
}

/** Has a judge write a note, and prepares a decision about it: one about an earlier text is refused. */
const noteDecision =
  (decision: "approval" | "rejection" | "takedown"): Scene =>
  async ({ admin, portal, somebody, ofAdmin }) => {
    const judge = await somebody("ROLE_JUDGE");
    await grantMembership(portal.portal, portal.portal.database, judge.id, null);
    const text = `Keep the line, ${randomUUID()}.`;
    await judge.put(`/content/${published}/judge-note`, { text });
    const { items } = (await admin.get("/review/judge-notes")).body;
    const note = items.find((item: { text: string }) => item.text === text);
    const path = `/review/judge-notes/${note.id}`;
    const time = decision === "takedown" ? "approvedAt" : "writtenAt";
    if (decision === "takedown") await admin.put(`${path}/approval`, { writtenAt: note.writtenAt });
    const reason = decision === "approval" ? {} : { reason: "Too short to help." };
    const decide = (at: string) => admin.put(`${path}/${decision}`, { [time]: at, ...reason });
    const said = ofAdmin(judge, { entry: published });
    return act(decide, "2026-01-01T00:00:00.000Z", portal.portal.now().toISOString(), said);
  };

/** Returns a reviewer's mark for the draft: its version, how it is set and taken back, and what the trail says. */
async function readyMark({ somebody, by }: Stage) {
  const reviewer = await somebody("ROLE_REVIEWER");
  const { version } = (await reviewer.get(`/review/entries/${draft}`)).body;
  const path = `/review/entries/${draft}/ready`;
  const set = (read: string) => reviewer.put(path, { version: read });
  const takeBack = () => quiet(reviewer.delete(path));
  return { version, set, takeBack, said: by(reviewer, null, { entry: draft }) };
}

/** Prepares the acts of names: each is refused for another one that is not there, or is there already. */
function names(part: "tags" | "authors"): { added: Scene; changed: Scene; deleted: Scene } {
  const texts = { credentialsEn: "Judge", credentialsPl: "", bodyEn: "About.", bodyPl: "" };
  const prepared = ({ admin, ofAdmin }: Stage) => {
    const name = `Named ${randomUUID().slice(0, 8)}`;
    const id = name.toLowerCase().replace(" ", "-");
    const body = part === "tags" ? { nameEn: name, namePl: "" } : { name, ...texts };
    const said = ofAdmin(null, { [part === "tags" ? "tag" : "author"]: id });
    return { add: () => admin.post(`/studio/${part}`, body), body, id, said };
  };
  return {
    added: async (s) => {
      const [taken, free] = [prepared(s), prepared(s)];
      await taken.add();
      return act(({ add }) => add(), taken, free, free.said);
    },
    changed: async (s) => {
      const { add, body, id, said } = prepared(s);
      const { revision } = (await add()).body;
      const changed = { ...body, revision, namePl: "Inny", bodyEn: "More." };
      return act((at) => s.admin.put(`/studio/${part}/${at}`, changed), "not-there", id, said);
    },
    deleted: async (s) => {
      const { add, id, said } = prepared(s);
      await add();
      return act((at) => s.admin.delete(`/studio/${part}/${at}`), "not-there", id, said);
    },
  };
}
const [tags, authors] = [names("tags"), names("authors")];

const announcement = { titleEn: "A show", bodyEn: "Come along.", titlePl: "", bodyPl: "" };
const announce = (who: Person) => who.post("/announcements", announcement);

const failing = defineJob({
  name: "audit-test.failing",
  payload: z.object({}),
  retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
});

/** Prepares trying again, or dismissing, jobs that were given up. */
const clearing =
  (way: "retry" | "dismiss"): Scene =>
  async ({ admin, ofAdmin, portal: { portal, app } }, user) => {
    portal.jobs.handle(failing, () => Promise.reject(new Error("down")));
    await portal.jobs.prepare(app.log);
    await portal.database.transaction((tx) => portal.jobs.enqueue(tx, failing, {}));
    await portal.jobs.runDue();
    await admin.post(`/failed-jobs/none-was-given-up/${way}`); // leaves no entry, either
    const clear = (who: Person) => who.post(`/failed-jobs/${failing.name}/${way}`);
    return act(clear, user, admin, ofAdmin(null, { job: failing.name, count: 1 }));
  };

const auditExport =
  (format: "csv" | "json", by: "actor" | "person"): Scene =>
  ({ admin, ofAdmin }, { id }) =>
    confirmed(admin, `/audit/export/${format}`, ofAdmin({ id }, { entries: 0, format }), {
      [by]: id,
    });

const auditRead =
  (by: "actor" | "person" | "subject"): Scene =>
  (s, user) =>
    toUser(s, user, (who) => who.get(`/audit?${by}=${user.id}`), { session: expect.any(String) });

const extra = {
  nameEn: "Written plan",
  namePl: "",
  summaryEn: "Four weeks on two pages.",
  summaryPl: "",
  deliveryEn: "By e-mail.",
  deliveryPl: "",
  price: "20",
  taxPercent: "23",
  motif: "paw",
  deliveredAs: "report",
  fileEn: null,
  filePl: null,
  onSale: true,
};

const discount = {
  off: { percent: 20 },
  description: { en: "Spring", pl: "Wiosna" },
  items: [],
  periods: null,
  from: null,
  until: null,
  uses: null,
  usesPerUser: null,
};

/** Adds a discount code; the trail names it. */
async function addDiscount({ admin, secrets }: Stage, code: string) {
  const added = await admin.post("/discounts", { code, ...discount });
  secrets.delete(code);
  return added;
}
/** What concerns content, what is sold, the portal itself, and the trail. */
export const portalActs = {
  "announcement-changed": async ({ admin, ofAdmin }) => {
    const { id } = (await announce(admin)).body;
    const change = (revision: number) =>
      admin.put(`/announcements/${id}`, { ...announcement, revision, again: false });
    return act(change, 7, 1, ofAdmin(null, { announcement: id, again: false }));
  },
  "announcement-published": ({ admin, ofAdmin }, user) =>
    act(announce, user, admin, ofAdmin(null, { announcement: expect.any(String) })),
  "announcement-withdrawn": async ({ admin, ofAdmin }) => {
    const { id } = (await announce(admin)).body;
    const withdraw = (one: string) => admin.delete(`/announcements/${one}`);
    return act(withdraw, randomUUID(), id, ofAdmin(null, { announcement: id }));
  },
  "audit-exported": {
    "as a table": auditExport("csv", "person"),
    "as JSON": auditExport("json", "person"),
    "of what somebody did": auditExport("csv", "actor"),
  },
  "audit-read": {
    "of what concerns a person": auditRead("person"),
    "of what was done to a person": auditRead("subject"),
    "of what a person did": auditRead("actor"),
  },
  "author-added": authors.added,
  "author-changed": authors.changed,
  "author-deleted": authors.deleted,
  "content-deleted": async (s) => {
    const { entry, said } = await written(s);
    const remove = (key: string) => s.admin.post(`/studio/entries/${key}/delete`);
    return act(remove, published, entry, said);
  },
  "content-imported": async (s) => {
    const { folder } = await articleToImport();
    const importFolder = (options: string[]) => s.content("import", folder, ...options);
    return act(importFolder, ["--dry-run"], [], ofCommand(null, { written: 1 }));
  },
  "content-mailed": async (s) => {
    const { entry } = await imported(s);
    const mail = (key: string) => s.admin.post(`/studio/entries/${key}/mail`, right);
    return act(mail, draft, entry, s.ofAdmin(null, { entry }));
  },
  "content-moved": async (s) => {
    const { entry, change } = await written(s);
    const free = `moved-${randomUUID()}`;
    const move = (slug: string) => change("move", { slug });
    return act(move, "weave-entries", free, s.ofAdmin(null, { entry, to: `articles/${free}` }));
  },
  "content-published": async (s) => {
    const { slug, entry } = await imported(s);
    const publish = (one: string) =>
      s.content("publish", "articles", one, "--at", "2026-02-20T09:00");
    return act(publish, "no-such-article", slug, ofCommand(null, { entry }));
  },
  "content-restored": async (s) => {
    const { change, said } = await written(s);
    return takingBack(
      () => change("delete"),
      () => change("restore"),
      said,
    );
  },
  "content-synced": (s) => ({
    refused: () => s.content("sync"),
    perform: async () => {
      const folder = `${s.portal.portal.config.contentDir}/articles/added-${randomUUID()}`;
      await mkdir(folder);
      await writeFile(`${folder}/entry.json`, entryJson("2026-02-01T07:00:00Z"));
      await writeFile(`${folder}/en.md`, markdown("Added"));
      return s.content("sync");
    },
    said: ofCommand(null, { written: 1, removed: 0 }),
    isRecordedAfter: true,
  }),
  "content-taken-back": async (s) => {
    const { entry } = await imported(s);
    const { lines } = await typeContent(s.portal, "imports");
    const id = lines.find((line) => line.includes(entry))?.split(" ")[0] ?? "";
    const takeBack = (options: string[]) => s.content("take-back", id, ...options);
    return act(takeBack, ["--dry-run"], [], ofCommand(null, { import: id, removed: 1 }));
  },
  "content-taken-over": ({ admin, ofAdmin }) => {
    const takeOver = (slug: string) => admin.post(`/studio/entries/blog/${slug}/take-over`);
    return act(takeOver, "no-such-entry", "a-diary", ofAdmin(null, { entry: "blog/a-diary" }));
  },
  "content-withdrawn": async (s) => {
    const { slug, entry } = await imported(s);
    const withdraw = (one: string) => s.content("publish", "articles", one, "--withdraw");
    return act(withdraw, "weave-entries", slug, ofCommand(null, { entry }));
  },
  "discount-created": async (s) => {
    await addDiscount(s, "EASTER");
    const add = (code: string) => addDiscount(s, code);
    return act(add, "EASTER", "ADVENT", s.ofAdmin(null, { code: "ADVENT" }));
  },
  "discount-ended": async (s) => {
    await addDiscount(s, "MARCH");
    const end = (code: string) => s.admin.post(`/discounts/${code}/end`);
    return act(end, "NEVER", "MARCH", s.ofAdmin(null, { code: "MARCH" }));
  },
  "draft-discarded": async (s) => {
    const { path, change, said } = await written(s);
    const save = async (body: string): Promise<number> => {
      const { revision, draft: saved } = (await s.admin.get(path)).body;
      const texts = { en: { front: { title: "Discarded", summary: "In short." }, body } };
      const metadata = { ...saved.metadata, tags: ["agility"] };
      return (await s.admin.put(path, { revision, draft: { metadata, texts } })).body.revision;
    };
    await change("publish", { revision: await save("Seen."), at: "now" });
    const unseen = await save("Unseen.");
    return act((revision) => change("discard", { revision }), unseen - 1, unseen, said);
  },
  "extra-added": async ({ admin, ofAdmin }) => {
    const add = (nameEn: string) => admin.post("/studio/extras", { ...extra, nameEn });
    await add("Taken");
    return act(add, "Taken", "Written plan", ofAdmin(null, { sku: "written-plan" }));
  },
  "extra-changed": async ({ admin, ofAdmin }) => {
    const added = { ...extra, nameEn: "Second plan" };
    const { revision } = (await admin.post("/studio/extras", added)).body;
    const change = (price: string) =>
      admin.put("/studio/extras/second-plan", { ...added, revision, price, namePl: "Drugi plan" });
    const changes = { sku: "second-plan", fields: "name, price", formerPrice: 2000 };
    return act(change, "free", "25,50", ofAdmin(null, changes));
  },
  "failed-jobs-dismissed": clearing("dismiss"),
  "failed-jobs-retried": clearing("retry"),
  "flag-changed": {
    "by an admin": ({ admin, ofAdmin }, user) => {
      const set = (who: Person) => who.put(`/feature-flags/${flag}`, { on: true });
      return act(set, user, admin, ofAdmin(null, { flag, on: true }));
    },
    "by a command": async ({ portal: { portal } }) => {
      const set = (on: boolean) =>
        run(() => runFlagCommand(portal, { command: "set", key: flag, on }));
      await set(true);
      return act(set, true, false, ofCommand(null, { flag, on: false }));
    },
  },
  "note-approved": noteDecision("approval"),
  "note-rejected": noteDecision("rejection"),
  "note-taken-down": noteDecision("takedown"),
  "preview-ended": async (s) => {
    const { path, change, said } = await written(s);
    const end = () => quiet(s.admin.delete(`${path}/preview`));
    return takingBack(() => change("preview", right), end, said);
  },
  "preview-made": async (s) => {
    const { path, said } = await written(s);
    return confirmed(s.admin, `${path}/preview`, said);
  },
  "ready-mark-removed": async (s) => {
    const { version, set, takeBack, said } = await readyMark(s);
    await takeBack(); // another one's
    return takingBack(() => set(version), takeBack, said);
  },
  "ready-mark-set": async (s) => {
    const { version, set, said } = await readyMark(s);
    return act(set, "an earlier version", version, said);
  },
  "tag-added": tags.added,
  "tag-deleted": tags.deleted,
  "tag-renamed": tags.changed,
} satisfies Partial<Record<ActName, Ways>>;
