import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { trainingLimits } from "#shared/api/training.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import type { Person } from "#api/testing/people.ts";
import { trainingRequests, wednesday } from "#api/testing/training-requests.ts";
import { dogs } from "#api/modules/dogs/schema.ts";
import { trainingPlans } from "./schema.ts";

const portal = await forFile(createContentPortal());
const { send, start, list, addDog, reset } = trainingRequests(portal);
beforeEach(reset);

/** Follows the protocol with further dogs. */
async function follow(count: number): Promise<void> {
  const { database, now } = portal.portal;
  const [stored] = await database.select().from(trainingPlans);
  const rows = Array.from({ length: count }, (_, i) => ({
    id: randomUUID(),
    userId: stored!.userId,
    name: `Dog ${i}`,
    createdAt: now(),
  }));
  await database.insert(dogs).values(rows);
  await database
    .insert(trainingPlans)
    .values(rows.map((dog) => ({ ...stored!, id: randomUUID(), dogId: dog.id })));
}

describe("the dog of a plan", () => {
  test("has the class of its latest height, each its own", async () => {
    const [small, large] = [await addDog("Ida", 30.1), await addDog("Rex", 60)];
    await start({ dogId: small });
    await start({ dogId: large });
    await start({ dogId: await addDog("Pip") });
    const classes = async () =>
      Object.fromEntries((await list()).map(({ dog }) => [dog?.name, dog?.heightClass]));
    expect(await classes()).toEqual({ Ida: "small", Pip: null, Rex: "large" });
    await send("POST", `/dogs/${small}/heights`, { heightCm: 36, measuredOn: "2026-02-20" });
    await send("POST", `/dogs/${small}/heights`, { heightCm: 20, measuredOn: "2025-02-20" });
    expect(await classes()).toMatchObject({ Ida: "medium", Rex: "large" });
  });

  test("can be given later, once, and only a dog of the member", async () => {
    const { id } = await start();
    const give = (dogId: string, as: Person = "member") =>
      send("PUT", `/training/${id}/dog`, { today: wednesday, dogId }, as);
    const [rex, ida] = [await addDog("Rex"), await addDog("Ida")];
    expect((await give(randomUUID())).status).toBe(404);
    expect((await give(rex, "admin")).status).toBe(404);
    await start({ dogId: rex });
    expect((await give(rex)).body.code).toBe("conflict");
    expect((await give(ida)).body.dog).toMatchObject({ id: ida, name: "Ida" });
    expect((await give(rex)).body.code).toBe("conflict");
  });

  test("tells how many plans go with it, also without a membership", async () => {
    const dogId = await addDog("Rex");
    const counted = (as: Person = "member") =>
      send("GET", `/dogs/${dogId}/training`, undefined, as);
    expect((await counted()).body).toEqual({ plans: 0 });
    await start({ dogId });
    expect((await counted()).body).toEqual({ plans: 1 });
    expect((await counted("admin")).status).toBe(404);
    expect((await counted("lapsed member")).status).toBe(404);
    expect((await counted("visitor")).status).toBe(401);
  });
});

describe("the limit of followed protocols", () => {
  test("counts those that are unfinished", async () => {
    const { id } = await start();
    await follow(trainingLimits.plans - 1);
    const dogId = await addDog("Rex");
    expect(await start({ dogId })).toMatchObject({ code: "limit-reached" });
    const last = { week: 1, session: 0, result: "done" as const, right: 9, on: wednesday };
    await portal.portal.database
      .update(trainingPlans)
      .set({ steps: [last] })
      .where(eq(trainingPlans.id, id));
    expect(await start({ dogId })).toMatchObject({ dog: { name: "Rex" } });
  });

  test("leaves out those whose protocol is gone, and those that were stopped", async () => {
    const { id } = await start();
    await follow(trainingLimits.plans - 1);
    const dogId = await addDog("Rex");
    await portal.portal.database
      .update(trainingPlans)
      .set({ slug: "gone" })
      .where(eq(trainingPlans.id, id));
    expect(await start({ dogId })).toMatchObject({ dog: { name: "Rex" } });
    expect(await start()).toMatchObject({ code: "limit-reached" });
    const one = (await list()).find(({ dog }) => dog?.name === "Rex");
    await send("DELETE", `/training/${one?.id}`);
    expect(await start()).toMatchObject({ dog: null });
  });
});
