import { beforeEach, describe, expect, test } from "vitest";
import type { TrainingPlan } from "#shared/api/training.ts";
import type { DiarySession } from "#shared/api/training-diary.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { right, trainingRequests, wednesday } from "#api/testing/training-requests.ts";

const portal = await forFile(createContentPortal());
const requests = trainingRequests(portal);
beforeEach(() => requests.reset());

const friday = "2026-03-06";
const protocol = { slug: "ring-confidence", title: "Ring confidence", language: "en" };

const get = async (query = "") => (await requests.send("GET", `/training-diary${query}`)).body;

/** Trains twice with a plan: seven right on Wednesday, eight on Friday. */
async function trainTwice(plan: TrainingPlan) {
  const { body: repeated } = await requests.record(plan, right(7));
  return (await requests.record(repeated, right(8), friday)).body as TrainingPlan;
}

const note = (planId: string, text: string) =>
  requests.send("PUT", `/training/${planId}/note`, { today: friday, week: 0, session: 0, text });

describe("the diary", () => {
  test("has what was trained, newest first, with result, minutes and note", async () => {
    const dogId = await requests.addDog("Rex");
    const plan = await trainTwice(await requests.start({ dogId }));
    await note(plan.id, "Wet grass.");
    const { items, nextCursor } = await get();
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      {
        dog: { id: dogId, name: "Rex" },
        protocol,
        session: { week: 0, session: 0, title: "Edge", minutes: 10, rule: { kind: "counted" } },
        result: "done",
        counted: { right: 8, of: 10 },
        on: friday,
        note: "Wet grass.",
      },
      { result: "again", counted: { right: 7, of: 10 }, on: wednesday },
    ]);
  });

  test("leaves out what was skipped, and what belongs to others", async () => {
    await requests.record(await requests.start(), { result: "skipped" });
    await trainTwice(await requests.start({ dogId: await requests.addDog("Rex") }));
    expect((await get()).items).toHaveLength(2);
    const others = await requests.send("GET", "/training-diary", undefined, "admin");
    expect(others.body.items).toEqual([]);
  });

  test("is narrowed by dog, protocol and day", async () => {
    const dogId = await requests.addDog("Rex");
    await trainTwice(await requests.start({ dogId }));
    await trainTwice(await requests.start());
    expect((await get()).items).toHaveLength(4);
    expect((await get(`?dog=${dogId}`)).items).toHaveLength(2);
    expect((await get(`?dog=${dogId}&on=${friday}`)).items).toHaveLength(1);
    expect((await get("?protocol=another")).items).toEqual([]);
  });

  test("is read page by page, each session once", async () => {
    await trainTwice(await requests.start({ dogId: await requests.addDog("Rex") }));
    await trainTwice(await requests.start());
    const all: DiarySession[] = (await get()).items;
    const first = await get("?limit=3");
    const rest = await get(`?limit=3&cursor=${first.nextCursor}`);
    expect([...first.items, ...rest.items]).toEqual(all);
    expect(rest.nextCursor).toBeNull();
    expect((await get("?cursor=none")).code).toBe("validation");
  });

  test("is for members only", async () => {
    for (const path of ["", "/summary", "/csv"]) {
      const answer = await requests.send("GET", `/training-diary${path}`, undefined, "user");
      expect(answer.status).toBe(403);
    }
  });
});

describe("the summary", () => {
  test("adds minutes by day and results by criterion", async () => {
    const dogId = await requests.addDog("Rex");
    await trainTwice(await requests.start({ dogId }));
    await requests.record(await requests.start(), right(9));
    const { days, results, dogs, protocols } = await get("/summary");
    expect(days).toEqual([
      { on: wednesday, sessions: 2, minutes: 20 },
      { on: friday, sessions: 1, minutes: 10 },
    ]);
    expect(results).toEqual([
      {
        protocol,
        kind: "counted",
        criterion: null,
        right: 24,
        of: 30,
        done: 2,
        again: 1,
        back: 0,
      },
    ]);
    expect([dogs, protocols]).toEqual([[{ id: dogId, name: "Rex" }], [protocol]]);
  });

  test("is narrowed, and still names all that it can be narrowed by", async () => {
    await trainTwice(await requests.start({ dogId: await requests.addDog("Rex") }));
    const { days, dogs } = await get("/summary?protocol=another");
    expect([days, dogs.length]).toEqual([[], 1]);
  });
});

test("the table has the sessions in the member's language", async () => {
  const plan = await trainTwice(await requests.start({ dogId: await requests.addDog("=Rex") }));
  await note(plan.id, "Wet, slow.");
  const { headers, body } = await portal.app.inject({
    url: "/api/training-diary/csv",
    headers: { ...portal.headersOf.member, "accept-language": "pl" },
  });
  expect(headers["content-type"]).toContain("text/csv");
  const lines = body.replace("\uFEFF", "").trimEnd().split("\r\n");
  expect(lines[0]).toBe("Data,Pies,Plan,Sesja,Kryterium,Wynik,Udane,Policzone,Minuty,Notatka");
  expect(lines[1]).toContain(`${friday},'=Rex,`);
  expect(lines[1]).toContain(',Dalej,8,10,10,"Wet, slow."');
  expect(lines).toHaveLength(3);
});
