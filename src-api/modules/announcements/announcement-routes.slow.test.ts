import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { announcements } from "./schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { people, type Person } from "#api/testing/people.ts";

const portal = await forFile(createContentPortal());

const news = {
  titleEn: "Halls closed",
  bodyEn: "On Monday.",
  titlePl: "Hala zamknięta",
  bodyPl: "",
};
const write = (as: Person, payload: object = news) =>
  portal.send("POST", "/announcements", as, payload);
const withdraw = (as: Person, id: string) => portal.send("DELETE", `/announcements/${id}`, as);
const titles = async (as: Person = "visitor", language = "en") =>
  (await portal.get("/announcements", as, { "accept-language": language }))
    .json()
    .items.map(({ title }: { title: string }) => title);

describe("announcements", () => {
  test.each(people)("are read by a %s", async (person) => {
    expect(await titles(person)).toEqual(["Clinic"]);
    expect(await titles(person, "pl")).toEqual(["Konsultacje"]);
  });

  test.each(people.filter((person) => person !== "admin"))(
    "are neither written nor withdrawn by a %s",
    async (person) => {
      const [{ id }] = (await portal.get("/announcements")).json().items;
      const status = person === "visitor" || person === "dead session" ? 401 : 403;
      expect((await write(person)).statusCode).toBe(status);
      expect((await withdraw(person, id)).statusCode).toBe(status);
      expect(await titles()).toEqual(["Clinic"]);
    },
  );

  test("of an admin stand first, in English where there is no translation, until withdrawn", async () => {
    const written = await write("admin");
    expect(written.statusCode).toBe(201);
    const { id, title, body } = written.json();
    expect([title, body]).toEqual(["Halls closed", "On Monday."]);
    expect(await titles()).toEqual(["Halls closed", "Clinic"]);
    const polish = await portal.get("/announcements", "visitor", { "accept-language": "pl" });
    expect(polish.json().items[0]).toMatchObject({ title: "Hala zamknięta", body: "On Monday." });

    expect((await withdraw("admin", id)).statusCode).toBe(204);
    expect(await titles()).toEqual(["Clinic"]);
    expect((await withdraw("admin", id)).statusCode).toBe(404);
  });

  const texts = (as: Person, id: string) => portal.get(`/announcements/${id}`, as);
  const change = (as: Person, id: string, payload: object) =>
    portal.send("PUT", `/announcements/${id}`, as, { ...news, again: false, ...payload });

  test("that an admin changes say when, keep their place, and are overwritten by nobody who has not read the change", async () => {
    const { id } = (await write("admin")).json();
    portal.advance(60_000);
    const newer = (await write("admin", { ...news, titleEn: "Newer" })).json();
    portal.advance(60_000);
    const read = (await texts("admin", id)).json();
    expect(read).toEqual({ ...news, revision: 1 });

    const changed = await change("admin", id, { titleEn: "Halls open", revision: 1 });
    const at = portal.app.portal.now().toISOString();
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      expect.objectContaining({ title: "Halls open", changedAt: at }),
    ]);
    expect(await titles()).toEqual(["Newer", "Halls open", "Clinic"]);

    const late = await change("admin", id, { titleEn: "Lost", revision: 1 });
    expect([late.statusCode, late.json().code]).toEqual([409, "conflict"]);
    expect((await texts("admin", id)).json()).toMatchObject({ titleEn: "Halls open", revision: 2 });

    const again = await change("admin", id, { titleEn: "Open again", revision: 2, again: true });
    expect(again.json()).toMatchObject({ publishedAt: at, changedAt: at });
    expect(await titles()).toEqual(["Open again", "Newer", "Clinic"]);

    for (const one of [id, newer.id]) await withdraw("admin", one);
    expect((await change("admin", id, { revision: 3 })).statusCode).toBe(404);
    expect((await texts("admin", id)).statusCode).toBe(404);
  });

  test.each(people.filter((person) => person !== "admin"))(
    "are not changed by a %s, who does not get the texts of other languages",
    async (person) => {
      const [{ id }] = (await portal.get("/announcements")).json().items;
      const status = person === "visitor" || person === "dead session" ? 401 : 403;
      expect((await texts(person, id)).statusCode).toBe(status);
      expect((await change(person, id, { revision: 1 })).statusCode).toBe(status);
      expect(await titles()).toEqual(["Clinic"]);
    },
  );

  const nested = "> ".repeat(2000);

  test.each(["en", "pl"])(
    "that no browser can show are refused in words (%s)",
    async (language) => {
      const answer = await portal.app.inject({
        method: "POST",
        url: "/api/announcements",
        headers: { ...portal.headersOf.admin, "accept-language": language },
        payload: { ...news, bodyPl: `${nested}x` },
      });
      expect([answer.statusCode, answer.json().fields]).toEqual([
        400,
        { bodyPl: expect.stringMatching(language === "en" ? /too complex/ : /zbyt złożone/) },
      ]);
      expect(await titles()).toEqual(["Clinic"]);
    },
  );

  test.each([
    ["nested deeply", nested],
    ["full of marks", "*a_".repeat(20_000)],
  ])("stored before that check and %s are shown as a block of code", async (_, body) => {
    const { database } = portal.app.portal;
    const [row] = await database
      .insert(announcements)
      .values({
        id: randomUUID(),
        origin: "portal",
        title: { en: "Old" },
        body: { en: `${body}x\n\nEnd` },
        publishedAt: portal.app.portal.now(),
      })
      .returning({ id: announcements.id });
    const shown = (await portal.get("/announcements")).json().items[0];
    expect([shown.title, shown.body]).toEqual(["Old", `    ${body}x\n    \n    End`]);
    expect((await withdraw("admin", row!.id)).statusCode).toBe(204);
  });

  test("without a title are rejected by field", async () => {
    const answer = await write("admin", { ...news, titleEn: " " });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { titleEn: "Field is required" },
    ]);
  });
});
