import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { expect } from "vitest";
import * as z from "zod/mini";
import { flagKeys } from "#shared/flags.ts";
import { runFlagCommand } from "#api/cli/flags/run-flag-command.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { entryJson, markdown } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { webhookDeliveries } from "#api/modules/webhooks/schema.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { quiet, right, type Sender, type Stage, type Story } from "./stage.ts";

const published = "articles/weave-entries";
const draft = "articles/a-draft";

/** The draft that the content folder of the stage has to have. */
export const draftFiles = {
  [`${draft}/entry.json`]: entryJson("", { publishedAt: null }),
  [`${draft}/en.md`]: markdown("A draft", "Half of it."),
};

/** Runs a command about content. */
const content = ({ run, portal }: Stage, ...args: string[]) =>
  run(() => typeContent(portal, ...args));

/** Writes an article to a folder that `content import` reads. */
async function articleToImport() {
  const slug = `imported-${randomUUID()}`;
  const folder = await temporaryFolder();
  await folder.write({
    [`articles/${slug}.md`]: markdown("Imported", "Text.", "date: 2026-02-10\n"),
  });
  return { slug, entry: `articles/${slug}`, folder: folder.path };
}

const announcement = { titleEn: "A show", bodyEn: "Come along.", titlePl: "", bodyPl: "" };
const failing = defineJob({
  name: "audit-test.failing",
  payload: z.object({}),
  retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
});
const extra = {
  nameEn: "Written plan",
  namePl: "",
  summaryEn: "Four weeks on two pages.",
  summaryPl: "",
  deliveryEn: "By e-mail.",
  deliveryPl: "",
  price: "20",
  taxPercent: "23",
  taxPercents: [],
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
const authorTexts = { credentialsEn: "Judge", credentialsPl: "", bodyEn: "About.", bodyPl: "" };

/** What concerns content, what is sold, the portal itself, and the trail. */
export const portalStories: Record<string, Story> = {
  "an announcement": async ({ admin, user, step }) => {
    const publish = (who: Sender) => who.post("/announcements", announcement);
    const any = { announcement: expect.any(String) };
    const { body } = await step("announcement-published", publish, user, admin, any);
    const path = `/announcements/${body.id}`;
    const change = (revision: number) =>
      admin.put(path, { ...announcement, revision, again: false });
    const changed = { announcement: body.id, again: false };
    await step("announcement-changed", change, 7, 1, changed);
    const choice = { audience: "agreed", body: "whole", label: "VIP" } as const;
    const mail = (id: string) =>
      admin.post(`/mailings/announcements/${id}`, { ...choice, ...right });
    const mailed = { announcement: body.id, audience: "agreed", label: "VIP" };
    await step("announcement-mailed", mail, randomUUID(), body.id, mailed);
    const withdraw = (id: string) => admin.delete(`/announcements/${id}`);
    const { id } = body;
    await step("announcement-withdrawn", withdraw, randomUUID(), id, { announcement: id });
  },
  "the trail": async ({ admin, user, somebody, step, confirmed }) => {
    for (const [format, by] of [
      ["csv", "person"],
      ["json", "person"],
      ["csv", "actor"],
    ] as const) {
      const of = await somebody();
      const path = `/audit/export/${format}`;
      const said = { about: of, body: { [by]: of.id } };
      await confirmed("audit-exported", admin, path, { entries: 0, format }, said);
    }
    for (const by of ["person", "subject", "actor"]) {
      const of = await somebody();
      const read = (who: Sender) => who.get(`/audit?${by}=${of.id}`);
      await step("audit-read", read, user, admin, { session: expect.any(String) }, { about: of });
    }
  },
  "tags and authors": async ({ admin, step }) => {
    for (const [part, kind, changed] of [
      ["tags", "tag", "tag-renamed"],
      ["authors", "author", "author-changed"],
    ] as const) {
      const [taken, free] = [0, 1].map(() => `Named ${randomUUID().slice(0, 8)}`);
      const bodyOf = (name = "") =>
        kind === "tag" ? { nameEn: name, namePl: "" } : { name, ...authorTexts };
      const add = (name?: string) => admin.post(`/studio/${part}`, bodyOf(name));
      await add(taken);
      const id = String(free).toLowerCase().replace(" ", "-");
      const details = { [kind]: id };
      const { revision } = (await step(`${kind}-added`, add, taken, free, details)).body;
      const body = { ...bodyOf(free), revision, namePl: "Inny", bodyEn: "More." };
      const change = (at: string) => admin.put(`/studio/${part}/${at}`, body);
      await step(changed, change, "not-there", id, details);
      const remove = (at: string) => admin.delete(`/studio/${part}/${at}`);
      await step(`${kind}-deleted`, remove, "not-there", id, details);
    }
  },
  "former addresses": async ({ admin, user, step }) => {
    const save = (who: Sender) => who.post("/redirects", { list: "/old-address,/about" });
    const address = "/old-address";
    await step("redirects-changed", save, user, admin, { written: 1, address });
    const remove = (path: string) => admin.delete(`/redirects?path=${path}`);
    await step("redirect-removed", remove, "/none", address, { address });
  },
  "an entry of the studio": async ({ admin, step }) => {
    const body = { kind: "articles", title: `Written ${randomUUID()}` };
    const first = `articles/${(await admin.post("/studio/entries", body)).body.slug}`;
    const path = `/studio/entries/${first}`;
    const save = async (text: string): Promise<number> => {
      const { revision, draft: saved } = (await admin.get(path)).body;
      const texts = { en: { front: { title: "Discarded", summary: "In short." }, body: text } };
      const metadata = { ...saved.metadata, tags: ["agility"] };
      return (await admin.put(path, { revision, draft: { metadata, texts } })).body.revision;
    };
    await admin.post(`${path}/publish`, { revision: await save("Seen."), at: "now" });
    const unseen = await save("Unseen.");
    const discard = (revision: number) => admin.post(`${path}/discard`, { revision });
    await step("draft-discarded", discard, unseen - 1, unseen, { entry: first });
  },
  "a draft of the studio": async ({ admin, step, confirmed }) => {
    const body = { kind: "articles", title: `Written ${randomUUID()}` };
    const first = `articles/${(await admin.post("/studio/entries", body)).body.slug}`;
    const free = `moved-${randomUUID()}`;
    const entry = `articles/${free}`;
    const move = (slug: string) => admin.post(`/studio/entries/${first}/move`, { slug });
    const moved = { entry: first, to: entry };
    await step("content-moved", move, "weave-entries", free, moved);
    const path = `/studio/entries/${entry}`;
    await confirmed("preview-made", admin, `${path}/preview`, { entry });
    const end = (key: string) => quiet(admin.delete(`/studio/entries/${key}/preview`));
    await step("preview-ended", end, draft, entry, { entry });
    const change = (name: string) => (key: string) => admin.post(`/studio/entries/${key}/${name}`);
    await step("content-deleted", change("delete"), published, entry, { entry });
    await step("content-restored", change("restore"), published, entry, { entry });
  },
  "content of folders and imports": async (s) => {
    const { admin, step, portal } = s;
    const { slug, entry, folder } = await articleToImport();
    const read = (options: string[]) => content(s, "import", folder, ...options);
    await step("content-imported", read, ["--dry-run"], [], { written: 1 });
    const { lines } = await typeContent(portal, "imports");
    const id = lines.find((line) => line.includes(entry))?.split(" ")[0] ?? "";
    const choice = { audience: "weekly", body: "teaser" } as const;
    const mail = (key: string) => admin.post(`/mailings/${key}`, { ...choice, ...right });
    await step("content-mailed", mail, draft, entry, { entry, audience: "weekly" });
    const publish = (one: string) =>
      content(s, "publish", "articles", one, "--at", "2026-02-20T09:00");
    await step("content-published", publish, "no-such-article", slug, { entry });
    const withdraw = (one: string) => content(s, "publish", "articles", one, "--withdraw");
    await step("content-withdrawn", withdraw, "weave-entries", slug, { entry });
    const takeBack = (options: string[]) => content(s, "take-back", id, ...options);
    const removed = { import: id, removed: 1 };
    await step("content-taken-back", takeBack, ["--dry-run"], [], removed);
    const sync = async (adds: boolean) => {
      const added = `${portal.portal.config.contentDir}/articles/added-${randomUUID()}`;
      if (adds) {
        await mkdir(added);
        await writeFile(`${added}/entry.json`, entryJson("2026-02-01T07:00:00Z"));
        await writeFile(`${added}/en.md`, markdown("Added"));
      }
      return content(s, "sync");
    };
    const after = { isRecordedAfter: true } as const;
    await step("content-synced", sync, false, true, { written: 1, removed: 0 }, after);
    const takeOver = (blog: string) => admin.post(`/studio/entries/blog/${blog}/take-over`);
    const diary = { entry: "blog/a-diary" };
    await step("content-taken-over", takeOver, "no-such-entry", "a-diary", diary);
  },
  "what is sold": async ({ admin, step }) => {
    const addCode = (code: string) => admin.post("/discounts", { code, ...discount });
    await addCode("EASTER");
    await step("discount-created", addCode, "EASTER", "ADVENT", { code: "ADVENT" });
    const end = (code: string) => admin.post(`/discounts/${code}/end`);
    await step("discount-ended", end, "NEVER", "ADVENT", { code: "ADVENT" });
    const add = (nameEn: string) => admin.post("/studio/extras", { ...extra, nameEn });
    await add("Taken");
    const sku = "written-plan";
    const { revision } = (await step("extra-added", add, "Taken", "Written plan", { sku })).body;
    const change = (price: string) =>
      admin.put(`/studio/extras/${sku}`, { ...extra, revision, price, namePl: "Drugi plan" });
    const changes = { sku, fields: "name, price", formerPrice: 2000 };
    await step("extra-changed", change, "free", "25,50", changes);
  },
  "jobs that were given up": async ({ admin, user, step, portal: { portal, app } }) => {
    portal.jobs.handle(failing, () => Promise.reject(new Error("down")));
    for (const [act, way] of [
      ["failed-jobs-dismissed", "dismiss"],
      ["failed-jobs-retried", "retry"],
    ] as const) {
      await portal.jobs.prepare(app.log);
      await portal.database.transaction((tx) => portal.jobs.enqueue(tx, failing, {}));
      await portal.jobs.runDue();
      await admin.post(`/failed-jobs/none-was-given-up/${way}`); // leaves no entry, either
      const clear = (who: Sender) => who.post(`/failed-jobs/${failing.name}/${way}`);
      await step(act, clear, user, admin, { job: failing.name, count: 1 });
    }
  },
  "the mail server": async ({ admin, user, step, portal: { portal } }) => {
    const { smtpUrl } = portal.config;
    portal.config.smtpUrl = "smtp://127.0.0.1:1";
    const test = (who: Sender) => who.post("/mail-test", {});
    const details = { outcome: "refused-connection" };
    await step("mail-tested", test, user, admin, details);
    portal.config.smtpUrl = smtpUrl;
  },
  "a flag": async ({ admin, user, run, step, portal: { portal } }) => {
    const flag = flagKeys.loginDisabled;
    const set = (who: Sender) => who.put(`/feature-flags/${flag}`, { on: true });
    await step("flag-changed", set, user, admin, { flag, on: true });
    const change = (on: boolean) =>
      run(() => runFlagCommand(portal, { command: "set", key: flag, on }));
    await step("flag-changed", change, true, false, { flag, on: false });
  },
  "a setting": async ({ admin, user, step }) => {
    const change = (who: Sender) =>
      who.put("/settings/colours", { main: "#2b4f9c", accent: "#f2a33a", revision: 0 });
    await step("setting-changed", change, user, admin, { setting: "colours" });
  },
  "webhooks and the read key": async ({ admin, user, hide, step, confirmed, portal }) => {
    const { config, database } = portal.portal;
    config.seedDemo = true; // this machine may be a receiver
    const host = "127.0.0.1:9";
    const body = { url: `http://${host}/a-secret-path`, events: ["member.joined"] };
    hide("a-secret-path");
    await confirmed("webhook-added", admin, "/webhooks", { host }, { body });
    const [webhook] = (await admin.get("/webhooks")).body.items;
    const path = `/webhooks/${webhook.id}`;
    await confirmed("webhook-secret-replaced", admin, `${path}/secret`, { host });
    const test = (who: Sender) => who.post(`${path}/test`);
    await step("webhook-tested", test, user, admin, { host });
    const [message] = await database
      .insert(webhookDeliveries)
      .values({ webhookId: webhook.id, event: "member.joined", givenUpAt: portal.portal.now() })
      .returning({ id: webhookDeliveries.id });
    const resend = (who: Sender) => who.post(`/webhook-deliveries/${message?.id}/resend`);
    await step("webhook-message-resent", resend, user, admin, { host });
    const remove = (who: Sender) => who.delete(path);
    await step("webhook-deleted", remove, user, admin, { host });
    config.seedDemo = false;
    await confirmed("read-key-made", admin, "/read-key", { replaced: false });
    await step("read-key-deleted", (who: Sender) => who.delete("/read-key"), user, admin);
  },
  "a judge's note": async ({ admin, portal, somebody, step }) => {
    for (const [act, decision] of [
      ["note-approved", "approval"],
      ["note-rejected", "rejection"],
      ["note-taken-down", "takedown"],
    ] as const) {
      const judge = await somebody("ROLE_JUDGE");
      await grantMembership(portal.portal, portal.portal.database, judge.id, null);
      const text = `Keep the line, ${randomUUID()}.`;
      await judge.put(`/content/${published}/judge-note`, { text });
      const { items } = (await admin.get("/review/judge-notes")).body;
      const { id, writtenAt } = items.find((item: { text: string }) => item.text === text);
      const path = `/review/judge-notes/${id}`;
      if (decision === "takedown") await admin.put(`${path}/approval`, { writtenAt });
      const time = decision === "takedown" ? "approvedAt" : "writtenAt";
      const reason = decision === "approval" ? {} : { reason: "Too short to help." };
      const decide = (at: string) => admin.put(`${path}/${decision}`, { [time]: at, ...reason });
      const [earlier, now] = ["2026-01-01T00:00:00.000Z", portal.portal.now().toISOString()];
      await step(act, decide, earlier, now, { entry: published }, { about: judge });
    }
  },
  "a reviewer's mark": async ({ somebody, step }) => {
    const reviewer = await somebody("ROLE_REVIEWER");
    const { version } = (await reviewer.get(`/review/entries/${draft}`)).body;
    const pathOf = (entry: string) => `/review/entries/${entry}/ready`;
    const set = (read: string) => reviewer.put(pathOf(draft), { version: read });
    await step("ready-mark-set", set, "an earlier version", version, { entry: draft });
    const remove = (entry: string) => quiet(reviewer.delete(pathOf(entry)));
    await step("ready-mark-removed", remove, published, draft, { entry: draft });
  },
};
