import { beforeEach, describe, expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { claimedUser } from "#api/testing/account-requests.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { calendarAddresses, trainingPlans } from "#api/modules/training/schema.ts";
import { formatCalendar } from "#api/modules/training/calendar.ts";

const portal = await forFile(createContentPortal());
beforeEach(async () => void (await portal.portal.database.delete(trainingPlans)));

const unescaped: Record<string, string> = { n: "\n", N: "\n" };

/** Reads an iCalendar file as RFC 5545 defines it; throws where it is broken. Returns its events. */
function readCalendar(file: string): Record<string, string>[] {
  if (!file.endsWith("\r\n") || /[^\r]\n|\r[^\n]/.test(file)) throw new Error("Not CRLF.");
  for (const line of file.split("\r\n")) {
    if (Buffer.byteLength(line) > 75) throw new Error(`Too long: ${line}`);
  }
  const lines = file.replaceAll("\r\n ", "").split("\r\n").slice(0, -1);
  const fields = lines.map((line) => {
    const [, name = "", value = ""] = /^([A-Z-]+(?:;[^:]+)?):(.*)$/.exec(line) ?? [];
    if (!name) throw new Error(`Not a field: ${line}`);
    const text = value.replaceAll(/\\(.)/g, (_, c: string) => unescaped[c] ?? c);
    return [name, text] as const;
  });
  if (fields[0]?.[1] !== "VCALENDAR" || fields.at(-1)?.[1] !== "VCALENDAR") {
    throw new Error("Not a calendar.");
  }
  const events: Record<string, string>[] = [];
  for (const [name, value] of fields.slice(1, -1)) {
    if (name === "BEGIN") events.push({});
    else if (name !== "END" && events.length > 0)
      Object.assign(events.at(-1) ?? {}, { [name]: value });
  }
  return events;
}

const wednesday = "2026-03-04";
const member = () => portal.headersOf.member;

async function follow(headers = member()): Promise<string> {
  const answer = await portal.app.inject({
    method: "POST",
    url: "/api/training",
    headers,
    payload: {
      slug: "ring-confidence",
      dogId: null,
      today: wednesday,
      startedOn: wednesday,
      weekdays: [1, 3, 5],
    },
  });
  return answer.json().id;
}

const record = (id: string, revision: number, session: number, outcome: object) =>
  portal.app.inject({
    method: "POST",
    url: `/api/training/${id}/steps`,
    headers: member(),
    payload: { today: wednesday, week: 0, session, revision, outcome },
  });

async function subscribe(timeZone = "Europe/Warsaw", headers = member()) {
  const answer = await portal.app.inject({
    method: "POST",
    url: "/api/training-calendar",
    headers,
    payload: { timeZone },
  });
  return { status: answer.statusCode, url: String(answer.json().url) };
}

const fetchCalendar = (url: string) => portal.app.inject({ url: new URL(url).pathname });

describe("a calendar file", () => {
  test("folds long lines between characters and escapes texts", () => {
    const summary = `Żółw; pies, kot \\ "a"\nb ${"ąćęłńóśźż😀".repeat(12)}`;
    const events = [{ uid: "1@portal", on: "2026-03-29", summary }];
    const file = formatCalendar({
      product: "Ring, side",
      name: "x",
      events,
      at: new Date("2026-03-01T12:00:05.123Z"),
    });
    expect(readCalendar(file)).toMatchObject([
      {
        UID: "1@portal",
        DTSTAMP: "20260301T120005Z",
        "DTSTART;VALUE=DATE": "20260329",
        SUMMARY: summary,
        TRANSP: "TRANSPARENT",
      },
    ]);
  });

  test("has every session on its training day, with nothing of what is for members", async () => {
    const id = await follow();
    await record(id, 0, 0, { result: "counted", right: 9 });
    const answer = await portal.get(`/training/${id}/calendar.ics?today=${wednesday}`, "member");
    expect(answer.headers["content-type"]).toMatch(/^text\/calendar/);
    expect(answer.body).not.toMatch(/quokka|Walk through/);
    const events = readCalendar(answer.body);
    expect(events.map((event) => [event["DTSTART;VALUE=DATE"], event["SUMMARY"]])).toEqual([
      ["20260304", "Ring confidence: Edge (10 min)"],
      ["20260306", "Ring confidence: Gate (15 min)"],
      ["20260309", "Ring confidence: Ring (20 min)"],
    ]);
    expect(new Set(events.map(({ UID }) => UID)).size).toBe(3);
  });

  test("keeps the id of a session that moves, and leaves out a skipped one", async () => {
    const id = await follow();
    const read = async (today: string) =>
      readCalendar(
        (await portal.get(`/training/${id}/calendar.ics?today=${today}`, "member")).body,
      );
    const [before] = await read(wednesday);
    const [after] = await read("2026-03-05");
    expect(after?.["UID"]).toBe(before?.["UID"]);
    expect(after?.["DTSTART;VALUE=DATE"]).toBe("20260306");
    await record(id, 0, 0, { result: "skipped" });
    const titles = (await read(wednesday)).map((event) => event["SUMMARY"]);
    expect(titles).toEqual(["Ring confidence: Gate (15 min)", "Ring confidence: Ring (20 min)"]);
  });
});

describe("a secret address", () => {
  test("shows all plans without a session, on the days of the member's time zone", async () => {
    await follow();
    const at = new Date("2026-03-06T11:00:00Z").getTime() - portal.portal.now().getTime();
    portal.advance(at);
    const firstIn = async (zone: string) => {
      const { body } = await fetchCalendar((await subscribe(zone)).url);
      return readCalendar(body)[0]?.["DTSTART;VALUE=DATE"];
    };
    // Friday in Warsaw and New York, Saturday already in Kiritimati: its session moves to Monday.
    expect(await firstIn("Europe/Warsaw")).toBe("20260306");
    expect(await firstIn("America/New_York")).toBe("20260306");
    expect(await firstIn("Pacific/Kiritimati")).toBe("20260309");
    portal.advance(-at);
  });

  test("is revoked by the next one, and by the member", async () => {
    const first = await subscribe();
    const second = await subscribe();
    expect((await fetchCalendar(first.url)).json().code).toBe("token-invalid");
    expect((await fetchCalendar(second.url)).statusCode).toBe(200);
    const state = async () => (await portal.get("/training-calendar", "member")).json().createdAt;
    expect(await state()).toBe(portal.portal.now().toISOString());
    await portal.app.inject({ method: "DELETE", url: "/api/training-calendar", headers: member() });
    expect((await fetchCalendar(second.url)).statusCode).toBe(404);
    expect(await state()).toBeNull();
  });

  test("stops when the membership ends", async () => {
    const id = await claimedUser(portal, "short@example.com");
    const end = new Date(portal.portal.now().getTime() + 60_000);
    await grantMembership(portal.portal, portal.portal.database, id, end);
    const headers = { authorization: `Bearer ${await createSession(portal.portal, id, "")}` };
    await follow(headers);
    const { url } = await subscribe("Europe/Warsaw", headers);
    expect(readCalendar((await fetchCalendar(url)).body)).toHaveLength(3);
    portal.advance(120_000);
    const over = await fetchCalendar(url);
    expect([over.statusCode, over.json().code]).toEqual([403, "membership-required"]);
    expect(over.body).not.toContain("Ring");
  });

  test("is stored hashed", async () => {
    const token = /([\w-]{43})\.ics$/.exec((await subscribe()).url)?.[1] ?? "none";
    const rows = await portal.portal.database.select().from(calendarAddresses);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("can be fetched sixty times an hour", async () => {
    const { url } = await subscribe();
    for (let at = 0; at < 60; at += 1) expect((await fetchCalendar(url)).statusCode).toBe(200);
    const refused = await fetchCalendar(url);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("needs a time zone that exists", async () => {
    expect((await subscribe("Europe/Atlantis")).status).toBe(400);
  });
});
