import { describe, expect, test } from "vitest";
import { dogLimits } from "#shared/api/dogs.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call, signedInUser } from "#api/testing/account-requests.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { people, type Person } from "#api/testing/people.ts";

const portal = await forFile(createContentPortal());

const luna = {
  name: " Luna ",
  bornOn: "2024-05-01",
  discipline: "agility",
  weightKg: 8.46,
  weighedOn: "2026-02-01",
  heightCm: 30.04,
  measuredOn: "2026-02-01",
};
const { heightCm: _, measuredOn: __, ...lunaWithoutHeight } = luna;

type Body = Record<string, unknown>;
const send = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  token: string,
  body?: Body,
) => call(portal, method, path, { token, ...(body && { body }) });
const add = (token: string, body: Body = luna) => {
  portal.advance(1);
  return send("POST", "/dogs", token, body);
};
const measure = (token: string, id: string, heightCm: number, measuredOn: string) =>
  send("POST", `/dogs/${id}/heights`, token, { heightCm, measuredOn });
const listed = async (token: string) => (await send("GET", "/dogs", token)).body.items;

let users = 0;
const newUser = async () => (await signedInUser(portal, `dogs-${(users += 1)}@example.com`)).token;

describe("the dogs of a user", () => {
  test("are kept with their heights, rounded to 0.1 cm and 0.1 kg", async () => {
    const token = await newUser();
    expect(await listed(token)).toEqual([]);
    const { status, body } = await add(token);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: "Luna",
      bornOn: "2024-05-01",
      discipline: "agility",
      weightKg: 8.5,
      weighedOn: "2026-02-01",
      heights: [{ id: expect.any(String), heightCm: 30, measuredOn: "2026-02-01" }],
    });
    expect((await add(token, { ...luna, name: "Aro", heightCm: null })).body.heights).toEqual([]);
    expect((await listed(token)).map(({ name }: { name: string }) => name)).toEqual([
      "Luna",
      "Aro",
    ]);
  });

  test("have a history of heights, by the day of the measurement", async () => {
    const token = await newUser();
    const { id } = (await add(token)).body;
    await measure(token, id, 30.05, "2026-03-01");
    const { status, body } = await measure(token, id, 28, "2025-12-01");
    expect(status).toBe(201);
    const heights = body.heights.map(({ heightCm }: { heightCm: number }) => heightCm);
    expect(heights).toEqual([30.1, 30, 28]);

    const [{ id: heightId }] = body.heights;
    const removed = await send("DELETE", `/dogs/${id}/heights/${heightId}`, token);
    expect([removed.status, removed.body.heights.length]).toEqual([200, 2]);
    expect((await send("DELETE", `/dogs/${id}/heights/${heightId}`, token)).status).toBe(404);
    for (const height of removed.body.heights) {
      await send("DELETE", `/dogs/${id}/heights/${height.id}`, token);
    }
    expect((await listed(token))[0].heights).toEqual([]);
  });

  test("are changed without their heights, and deleted with them", async () => {
    const token = await newUser();
    const { id, heights } = (await add(token)).body;
    const changed = { name: "Luna II", bornOn: null, discipline: null, weightKg: null };
    const { body } = await send("PUT", `/dogs/${id}`, token, {
      ...changed,
      weighedOn: "2026-02-01",
    });
    expect(body).toEqual({ id, ...changed, weighedOn: null, heights });
    expect(await listed(token)).toEqual([body]);

    expect((await send("DELETE", `/dogs/${id}`, token)).status).toBe(204);
    expect((await send("DELETE", `/dogs/${id}`, token)).status).toBe(404);
    const remaining = await portal.portal.database.execute(
      sql`select 1 from dog_heights where dog_id = ${id}`,
    );
    expect((remaining as { rows: unknown[] }).rows).toEqual([]); // the result of both drivers
  });

  test("are nobody else's: for others they do not exist", async () => {
    const token = await newUser();
    const stranger = await newUser();
    const { id, heights } = (await add(token)).body;
    expect(await listed(stranger)).toEqual([]);
    const answers = [
      await send("PUT", `/dogs/${id}`, stranger, lunaWithoutHeight),
      await send("DELETE", `/dogs/${id}`, stranger),
      await measure(stranger, id, 30, "2026-03-01"),
      await send("DELETE", `/dogs/${id}/heights/${heights[0].id}`, stranger),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const own = (await add(stranger)).body;
    const mixed = `/dogs/${own.id}/heights/${heights[0].id}`;
    expect((await send("DELETE", mixed, stranger)).status).toBe(404);
    expect((await listed(token))[0]).toMatchObject({ name: "Luna", heights });
  });

  test("are exported with the account, and deleted with it", async () => {
    const { id, token } = await signedInUser(portal, "leaving@example.com");
    await add(token);
    const body = { password: "three green tunnels" };
    const exported = await send("POST", "/me/export", token, body);
    expect(exported.body.dogs).toMatchObject([{ name: "Luna", heights: [{ heightCm: 30 }] }]);
    expect((await send("POST", "/me/deletion", token, body)).status).toBe(204);
    const remaining = await portal.portal.database.execute(
      sql`select 1 from dogs where user_id = ${id}`,
    );
    expect((remaining as { rows: unknown[] }).rows).toEqual([]); // the result of both drivers
  });

  test.each(people)("can be listed by a %s, if logged in", async (person: Person) => {
    const isOut = person === "visitor" || person === "dead session";
    expect((await portal.get("/dogs", person)).statusCode).toBe(isOut ? 401 : 200);
  });
});

describe("bad input is rejected at its field", () => {
  test.each([
    [{ name: " " }, { name: "Field is required" }],
    [{ name: "x".repeat(61) }, { name: "This text is too long" }],
    [{ heightCm: 9.9 }, { heightCm: "From 10 to 110 cm, please" }],
    [{ heightCm: 110.1 }, { heightCm: "From 10 to 110 cm, please" }],
    [{ heightCm: "30" }, { heightCm: "Enter a number, such as 34.5" }],
    [{ measuredOn: null }, { measuredOn: "Field is required" }],
    [{ weightKg: 0.4 }, { weightKg: "From 0.5 to 120 kg, please" }],
    [{ weighedOn: null }, { weighedOn: "Field is required" }],
    [{ bornOn: "2026-02-30" }, { bornOn: "Please enter a date" }],
    [{ bornOn: "1989-12-31" }, { bornOn: "Please enter a date" }],
    [{ bornOn: "2026-03-03" }, { bornOn: "This date is in the future" }],
    [{ weighedOn: "2027-01-01" }, { weighedOn: "This date is in the future" }],
    [{ measuredOn: "2027-01-01" }, { measuredOn: "This date is in the future" }],
    [{ discipline: "racing" }, { discipline: "Please check this" }],
  ])("%o", async (change, fields) => {
    const token = await newUser();
    const { status, body } = await add(token, { ...luna, ...change });
    expect([status, body.fields]).toEqual([400, fields]);
    expect(await listed(token)).toEqual([]);
  });

  test("a measurement of tomorrow, unless tomorrow has begun somewhere", async () => {
    const token = await newUser();
    const { id } = (await add(token)).body;
    expect((await measure(token, id, 30, "2026-03-02")).status).toBe(201); // 04:00 in UTC+14
    expect((await measure(token, id, 30, "2026-03-03")).body.fields).toEqual({
      measuredOn: "This date is in the future",
    });
  });
});

const sortedStatuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe("the limits", () => {
  test("of dogs hold under parallel requests", async () => {
    const token = await newUser();
    for (let count = 1; count < dogLimits.dogs; count += 1) await add(token);
    const answers = await Promise.all([add(token), add(token), add(token)]);
    expect(sortedStatuses(answers)).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("limit-reached");
    expect(await listed(token)).toHaveLength(dogLimits.dogs);
  });

  test("of measurements hold under parallel requests", async () => {
    const token = await newUser();
    const { id } = (await add(token)).body;
    const missing = dogLimits.heights - 2;
    await portal.portal.database.execute(
      sql`insert into dog_heights (id, dog_id, height, measured_on, created_at)
        select gen_random_uuid(), ${id}::uuid, 300, '2026-01-01', '2026-01-01' from generate_series(1, ${missing})`,
    );
    const again = () => measure(token, id, 31, "2026-03-01");
    const answers = await Promise.all([again(), again(), again()]);
    expect(sortedStatuses(answers)).toEqual([201, 409, 409]);
    expect((await listed(token))[0].heights).toHaveLength(dogLimits.heights);
  });
});
