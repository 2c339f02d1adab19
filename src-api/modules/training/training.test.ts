import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { TrainingPlan } from "#shared/api/training.ts";
import { hourMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { mergeUnproven } from "#api/cli/users/merge-unproven.ts";
import { forFile } from "#api/testing/for-file.ts";
import { claimedUser, unprovenUser } from "#api/testing/account-requests.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { people } from "#api/testing/people.ts";
import {
  beginTraining,
  right,
  trainingRequests,
  wednesday,
} from "#api/testing/training-requests.ts";
import { contentTexts } from "#api/modules/library/schema.ts";
import { trainingPlans } from "./schema.ts";

const portal = await forFile(createContentPortal());
const { send, start, list, record, addDog, reset } = trainingRequests(portal);
beforeEach(reset);

const begin = beginTraining;

describe("a followed protocol", () => {
  test("begins with its first session, on the day of the start", async () => {
    const plan = await start();
    expect(plan.protocol).toEqual({
      title: "Ring confidence",
      language: "en",
      motif: "jump",
      weeks: [2, 1],
    });
    expect(plan.next).toEqual({
      week: 0,
      session: 0,
      title: "Edge",
      minutes: 10,
      description: "Stand at the quokka edge.",
      rule: { kind: "counted", repetitions: 10, toGoOn: 8, toGoBack: null },
      dueOn: wednesday,
    });
    expect(await list()).toEqual([plan]);
  });

  test("goes on after eight right of ten, and repeats the session after seven", async () => {
    const plan = await start();
    const { body: repeated } = await record(plan, right(7));
    expect(repeated.next).toMatchObject({ title: "Edge", dueOn: "2026-03-06" });
    const { body: passed } = await record(repeated, right(8), "2026-03-06");
    expect(passed.next).toMatchObject({ title: "Gate", dueOn: "2026-03-09" });
    expect(passed.steps).toEqual([
      { week: 0, session: 0, result: "again", right: 7, of: 10, on: wednesday },
      { week: 0, session: 0, result: "done", right: 8, of: 10, on: "2026-03-06" },
    ]);
  });

  test("is judged where its protocol says so, and then takes no count", async () => {
    const { database } = portal.portal;
    const before = await database.select().from(contentTexts);
    const ofProtocol = eq(contentTexts.slug, begin.slug);
    const progression = { kind: "judged", criterion: "Eats at once.", goBack: "week" } as const;
    const details = before.find(({ slug }) => slug === begin.slug)!.details;
    await database
      .update(contentTexts)
      .set({ details: { ...details, progression } })
      .where(ofProtocol);
    const plan = await start();
    expect(plan.next?.rule).toEqual({ ...progression, goBack: null });
    expect((await record(plan, right(8))).body.code).toBe("conflict");
    const { body: done } = await record(plan, { result: "done" });
    expect(done.next.title).toBe("Gate");
    expect(done.steps).toMatchObject([{ result: "done", right: null }]);
    expect(done.next.rule).toEqual(progression);
    const { body: back } = await record(done, { result: "back" });
    expect(back.next.title).toBe("Edge");
    await database.update(contentTexts).set({ details }).where(ofProtocol);
    expect((await record(back, { result: "done" })).body.code).toBe("conflict");
  });

  test("takes its last step back, once per step", async () => {
    const { body: passed } = await record(await start(), right(10));
    const undo = (revision: number) =>
      send("POST", `/training/${passed.id}/undo`, { today: wednesday, revision });
    const { body: undone } = await undo(passed.revision);
    expect([undone.next.title, undone.steps]).toEqual(["Edge", []]);
    expect((await undo(undone.revision)).body.code).toBe("conflict");
  });

  test("ends after its last session", async () => {
    let plan = await start();
    for (let count = 0; count < 3; count += 1) plan = (await record(plan, right(9))).body;
    expect(plan.next).toBeNull();
    expect((await record(plan, right(9))).body.code).toBe("conflict");
  });

  test("begins again from a new day, and keeps the notes", async () => {
    const { body: passed } = await record(await start(), right(9));
    const note = { today: wednesday, week: 0, session: 1, text: " Slow " };
    await send("PUT", `/training/${passed.id}/note`, note);
    const { body } = await send("POST", `/training/${passed.id}/restart`, {
      today: wednesday,
      revision: passed.revision,
      startedOn: "2026-03-10",
      weekdays: [2],
    });
    expect(body.next).toMatchObject({ title: "Edge", dueOn: "2026-03-10" });
    expect([body.steps, body.notes]).toEqual([[], [{ week: 0, session: 1, text: "Slow" }]]);
  });

  test("loses its progress when it is no longer followed", async () => {
    const { id } = await start();
    expect((await send("DELETE", `/training/${id}`)).status).toBe(204);
    expect((await send("DELETE", `/training/${id}`)).status).toBe(404);
    expect(await list()).toEqual([]);
  });
});

describe("two windows", () => {
  test("that answer the same session record one step; the later one gets a conflict", async () => {
    const plan = await start();
    const answers = await Promise.all([record(plan, right(9)), record(plan, right(9))]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const [now] = await list();
    expect(now?.steps).toHaveLength(1);
    expect((await record(plan, { result: "skipped" })).body.code).toBe("conflict");
  });

  test("cannot record another session than the next one", async () => {
    const plan = await start();
    const ahead = { ...plan, next: { ...plan.next!, session: 1 } };
    expect((await record(ahead, right(9))).body.code).toBe("conflict");
  });

  test("start a protocol once for each dog", async () => {
    const [rex, ida] = [await addDog("Rex"), await addDog("Ida")];
    const plan = await start({ dogId: rex });
    portal.advance(1000);
    await start({ dogId: ida });
    portal.advance(1000);
    await start();
    for (const dogId of [rex, null]) {
      const again = await send("POST", "/training", { ...begin, dogId, today: wednesday });
      expect(again.body.code).toBe("conflict");
    }
    await record(plan, right(8));
    const plans = await list();
    expect(plans.map(({ dog, next }) => [dog?.name ?? null, next?.title])).toEqual([
      ["Rex", "Gate"],
      ["Ida", "Edge"],
      [null, "Edge"],
    ]);
    await send("DELETE", `/dogs/${rex}`);
    expect((await list()).map(({ dog }) => dog?.name ?? null)).toEqual(["Ida", null]);
  });
});

describe("the timer", () => {
  const set = (plan: TrainingPlan, timer: object | null) =>
    send("PUT", `/training/${plan.id}/timer`, { today: wednesday, revision: plan.revision, timer });

  test("runs on while nobody looks, and rests while it is paused", async () => {
    const plan = await start();
    await set(plan, { secondsLeft: 600, isRunning: true });
    portal.advance(60_000);
    expect((await list())[0]?.timer).toEqual({ secondsLeft: 540, isRunning: true });
    await set(plan, { secondsLeft: 500, isRunning: false });
    portal.advance(60_000);
    expect((await list())[0]?.timer).toEqual({ secondsLeft: 500, isRunning: false });
  });

  test("that was paused expires like one that ran out", async () => {
    const plan = await start();
    await set(plan, { secondsLeft: 600, isRunning: false });
    portal.advance(12 * hourMs);
    expect((await list())[0]?.timer).toEqual({ secondsLeft: 600, isRunning: false });
    portal.advance(601_000);
    expect((await list())[0]?.timer).toBeNull();
  });

  test("can be put back", async () => {
    const plan = await start();
    await set(plan, { secondsLeft: 600, isRunning: true });
    expect((await set(plan, null)).body.timer).toBeNull();
  });

  test("ends with its session", async () => {
    const plan = await start();
    await set(plan, { secondsLeft: 600, isRunning: true });
    const { body } = await record(plan, right(8));
    expect(body.timer).toBeNull();
    expect((await set(plan, { secondsLeft: 600, isRunning: true })).body.code).toBe("conflict");
  });
});

describe("a plan", () => {
  test("is refused for what does not exist", async () => {
    for (const changes of [{ slug: "unheard-of" }, { slug: "weave-entries" }]) {
      expect(await start(changes)).toMatchObject({ code: "not-found" });
    }
    const stranger = "00000000-0000-4000-8000-000000000000";
    expect(await start({ dogId: stranger })).toMatchObject({ code: "not-found" });
  });

  test.each([
    { startedOn: "2026-02-30" },
    { startedOn: "0000-01-01" },
    { startedOn: "9999-12-31" },
    { weekdays: [] },
    { weekdays: [1, 1] },
    { weekdays: [8] },
    { today: "tomorrow" },
  ])("is refused with %j", async (changes) => {
    expect(await start(changes)).toMatchObject({ code: "validation" });
  });

  test("stays readable when its protocol changes or goes", async () => {
    let plan = await start();
    for (let count = 0; count < 2; count += 1) plan = (await record(plan, right(9))).body;
    const { database } = portal.portal;
    const before = await database.select().from(contentTexts);
    const [shorter] = [{ weeks: [{ title: "Look", sessions: [] }] }];
    await database.update(contentTexts).set({ details: shorter });
    expect((await list())[0]).toMatchObject({ steps: [], unknownSteps: 2, next: null });
    await database.delete(contentTexts);
    expect((await list())[0]).toMatchObject({ protocol: null, next: null, unknownSteps: 0 });
    await database.insert(contentTexts).values(before);
    expect((await list())[0]?.next?.title).toBe("Ring");
  });

  test("is not found by others, who see nothing of it", async () => {
    const { id, revision } = await start();
    const change = { today: wednesday, revision };
    expect(await list(wednesday, "admin")).toEqual([]);
    for (const [method, path, body] of [
      ["POST", "undo", change],
      ["PUT", "timer", { ...change, timer: null }],
      ["PUT", "note", { ...change, week: 0, session: 0, text: "x" }],
      ["POST", "restart", { ...change, startedOn: wednesday, weekdays: [1] }],
      ["POST", "steps", { ...change, week: 0, session: 0, outcome: right(9) }],
    ] as const) {
      expect((await send(method, `/training/${id}/${path}`, body, "admin")).status).toBe(404);
    }
    expect((await send("DELETE", `/training/${id}`, undefined, "admin")).status).toBe(404);
  });

  test.each(people.filter((person) => person !== "member" && person !== "admin"))(
    "is withheld from a %s, also its calendar",
    async (person) => {
      const status = person === "visitor" || person === "dead session" ? 401 : 403;
      const { id } = await start();
      for (const path of [
        `/training?today=${wednesday}`,
        `/training/${id}/calendar.ics?today=${wednesday}`,
      ]) {
        expect((await send("GET", path, undefined, person)).status).toBe(status);
      }
      const zone = { timeZone: "Europe/Warsaw" };
      expect((await send("POST", "/training-calendar", zone, person)).status).toBe(status);
    },
  );
});

test("the export has the plans of the member with steps and notes", async () => {
  const plan = await start();
  await record(plan, right(8));
  const note = { week: 0, session: 0, text: "Wet grass." };
  await send("PUT", `/training/${plan.id}/note`, { today: wednesday, ...note });
  const answer = await send("POST", "/me/export", { password: "a long enough password" });
  expect(answer.body.training).toMatchObject([
    { slug: "ring-confidence", startedOn: wednesday, steps: [{ right: 8 }], notes: [note] },
  ]);
});

describe("plans of merged accounts", () => {
  const planOf = (userId: string, slug: string, trainedOn: string | null, note: string) => ({
    id: randomUUID(),
    userId,
    dogId: null,
    slug,
    startedOn: wednesday,
    weekdays: [1],
    steps: trainedOn
      ? [{ week: 0, session: 0, result: "done" as const, right: 8, on: trainedOn }]
      : [],
    notes: [{ week: 0, session: note === "mine" ? 0 : 1, text: note }],
    revision: 1,
    createdAt: portal.portal.now(),
  });

  test("of the same protocol without a dog become the one trained last, with all notes", async () => {
    const { database } = portal.portal;
    const email = "two@example.com";
    const from = await unprovenUser(portal, email);
    const also = await unprovenUser(portal, email);
    const to = await claimedUser(portal, email);
    await database
      .insert(trainingPlans)
      .values([
        planOf(from, "ring-confidence", "2026-03-06", "theirs"),
        planOf(also, "ring-confidence", null, "theirs"),
        planOf(to, "ring-confidence", wednesday, "mine"),
        planOf(from, "weave-poles", null, "theirs"),
      ]);
    await mergeUnproven(portal.portal, to, email);
    const rows = await database.select().from(trainingPlans).orderBy(trainingPlans.slug);
    expect(rows.map(({ userId, slug }) => [userId, slug])).toEqual([
      [to, "ring-confidence"],
      [to, "weave-poles"],
    ]);
    expect(rows[0]?.steps).toMatchObject([{ on: "2026-03-06" }]);
    expect(rows[0]?.notes.map(({ text }) => text).toSorted()).toEqual(["mine", "theirs"]);
  });
});
