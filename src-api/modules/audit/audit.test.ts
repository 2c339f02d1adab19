import { describe, expect, test } from "vitest";
import {
  auditPageSizes,
  type AuditEntry as Presented,
  type OwnAuditEntry,
} from "#shared/api/audit.ts";
import { dayMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import {
  call,
  claimedUser,
  goodPassword,
  logIn,
  newPassword,
  registerAndProve,
  signedInUser,
} from "#api/testing/account-requests.ts";
import { forFile } from "#api/testing/for-file.ts";
import { people, signEverybodyIn, type Person } from "#api/testing/people.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { purgeAudit } from "./purge.ts";

const windows = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";

const testPortal = await forFile(createTestPortal());
const headers = await signEverybodyIn(testPortal);

async function signedInAdmin(name: string) {
  const email = `${name}@example.com`;
  const id = await claimedUser(testPortal, email, { roles: ["ROLE_ADMIN"], name });
  return { id, token: (await logIn(testPortal, email)).body.token as string };
}

const trail = async (token: string, query: Record<string, string | number> = {}) => {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const { status, body } = await call(testPortal, "GET", `/audit?${search.toString()}`, { token });
  expect(status).toBe(200);
  return body as { items: Presented[]; nextCursor: string | null };
};

const ownActs = async (token: string): Promise<OwnAuditEntry[]> =>
  (await call(testPortal, "GET", "/me/audit", { token })).body.items;

const entriesOf = (subjectId: string) =>
  testPortal.portal.database
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, subjectId))
    .orderBy(auditEntries.id);

const forbidden: Partial<Record<Person, number>> = {
  visitor: 401,
  "dead session": 401,
  admin: 200,
};

describe("who may read", () => {
  test.each(people)("%s: the whole trail", async (person) => {
    const { status } = await call(testPortal, "GET", "/audit", { headers: headers[person] });
    expect(status).toBe(forbidden[person] ?? 403);
  });

  test.each(people)("%s: an export of it", async (person) => {
    const sent = { headers: headers[person], body: { password: "a long enough password" } };
    const { statusCode } = await testPortal.app.inject({
      method: "POST",
      url: "/api/audit/export/csv",
      headers: sent.headers,
      payload: sent.body,
    });
    expect(statusCode).toBe(forbidden[person] ?? 403);
  });

  test.each(people)("%s: an own part", async (person) => {
    const { status } = await call(testPortal, "GET", "/me/audit", { headers: headers[person] });
    expect(status).toBe(person === "visitor" || person === "dead session" ? 401 : 200);
  });
});

describe("acts of an account", () => {
  test("are recorded with the device and the address that limits count", async () => {
    const id = await claimedUser(testPortal, "from@example.com");
    const from = {
      ip: "127.0.0.1",
      headers: { "user-agent": windows, "x-forwarded-for": "203.0.113.77" },
    };
    const body = { email: "from@example.com", password: goodPassword };
    const { token } = (await call(testPortal, "POST", "/login", { body, ...from })).body;
    await call(testPortal, "POST", "/logout", { token, ...from });
    const place = { actorId: id, ip: "203.0.113.77", userAgent: "Firefox, Windows", via: "portal" };
    expect(await entriesOf(id)).toMatchObject([
      { act: "signed-in", ...place },
      { act: "logged-out", ...place },
    ]);
  });

  test("a forged address of an untrusted proxy is not believed", async () => {
    const id = await claimedUser(testPortal, "forged@example.com");
    const body = { email: "forged@example.com", password: goodPassword };
    const sent = { ip: "198.51.100.3", headers: { "x-forwarded-for": "203.0.113.77" } };
    await call(testPortal, "POST", "/login", { body, ...sent });
    expect(await entriesOf(id)).toMatchObject([{ act: "signed-in", ip: "198.51.100.3" }]);
  });

  test("from the first day to a new password", async () => {
    const { token, user } = await registerAndProve(testPortal, "story@example.com");
    await logIn(testPortal, "story@example.com", "not the password", "198.51.100.9");
    const other = (await logIn(testPortal, "story@example.com")).body.token;
    await call(testPortal, "DELETE", "/me/sessions", { token });
    expect((await call(testPortal, "GET", "/me", { token: other })).status).toBe(401);
    await call(testPortal, "POST", "/me/export", { token, body: { password: goodPassword } });
    const change = { currentPassword: goodPassword, newPassword };
    expect((await call(testPortal, "PUT", "/me/password", { token, body: change })).status).toBe(
      200,
    );
    const acts = (await ownActs(token)).map(({ act, by }) => [act, by]);
    expect(acts.toReversed()).toEqual([
      ["account-created", "you"],
      ["sign-in-failed", "unknown"],
      ["signed-in", "you"],
      ["sessions-ended", "you"],
      ["data-exported", "you"],
      ["password-changed", "you"],
    ]);
    expect(user.email).toBe("story@example.com");
  });

  test("a failed sign-in to an unknown address names nobody", async () => {
    const { token } = await signedInAdmin("unknown-address");
    await logIn(testPortal, "nobody-has-this@example.com", "not the password", "198.51.100.50");
    const { items } = await trail(token, { act: "sign-in-failed", limit: 1 });
    expect(items).toMatchObject([{ actor: null, subject: null, ip: "198.51.100.50" }]);
    expect(JSON.stringify(items)).not.toContain("nobody-has-this");
  });
});

describe("a member's own part", () => {
  test("has neither names nor places of others", async () => {
    const member = await signedInUser(testPortal, "own-part@example.com");
    const { id: adminId } = await signedInAdmin("Greta Secret");
    await recordAct(testPortal.portal.database, {
      act: "roles-changed",
      at: testPortal.portal.now(),
      actor: { userId: adminId, via: "portal", ip: "203.0.113.200", userAgent: windows },
      subjectId: member.id,
      details: { role: "ROLE_JUDGE", given: true },
    });
    const { text, body } = await call(testPortal, "GET", "/me/audit", { token: member.token });
    expect(body.items[0]).toEqual({
      id: expect.any(Number),
      at: testPortal.portal.now().toISOString(),
      act: "roles-changed",
      by: "team",
      ip: null,
      device: null,
    });
    expect(text).not.toMatch(/203\.0\.113\.200|Greta|Firefox/);
    expect(text).not.toContain(adminId);
  });

  test("has nothing that concerns only others", async () => {
    const [one, other] = [
      await signedInUser(testPortal, "one@example.com"),
      await signedInUser(testPortal, "other@example.com"),
    ];
    const ids = (await ownActs(one.token)).map(({ id }) => id);
    const others = new Set((await ownActs(other.token)).map(({ id }) => id));
    expect(ids).toHaveLength(1);
    expect(ids.filter((id) => others.has(id))).toEqual([]);
  });
});

describe("an admin", () => {
  test("reads page by page, newest first, and every entry once", async () => {
    const { token } = await signedInAdmin("pages");
    const subject = await claimedUser(testPortal, "pages-of@example.com");
    for (let n = 0; n < 7; n += 1) {
      await recordAct(testPortal.portal.database, {
        act: "order-changed",
        at: new Date(Date.UTC(2026, 1, 1 + Math.floor(n / 2))), // two at a time
        actor: { userId: null, via: "command", ip: null, userAgent: null },
        subjectId: subject,
        details: { n },
      });
    }
    const seen: unknown[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query = { act: "order-changed", subject, limit: 2, ...(cursor && { cursor }) };
      const page = await trail(token, query);
      seen.push(...page.items.map(({ details }) => details["n"]));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  test("narrows by who acted, whom it concerns, both, and by time", async () => {
    const { token, id: admin } = await signedInAdmin("narrow");
    const member = await claimedUser(testPortal, "narrowed@example.com");
    const at = (date: number) => new Date(Date.UTC(2026, 0, date));
    const record = (actor: string, subjectId: string, date: number) =>
      recordAct(testPortal.portal.database, {
        act: "note-approved",
        at: at(date),
        actor: { userId: actor, via: "portal", ip: null, userAgent: null },
        subjectId,
        details: { date },
      });
    await record(admin, member, 1);
    await record(member, admin, 2);
    await record(admin, admin, 3);
    const dates = async (query: Record<string, string>) =>
      (await trail(token, { act: "note-approved", ...query })).items.map(
        ({ details }) => details["date"],
      );
    expect(await dates({ actor: admin })).toEqual([3, 1]);
    expect(await dates({ subject: member })).toEqual([1]);
    expect(await dates({ person: member })).toEqual([2, 1]);
    expect(await dates({ person: admin })).toEqual([3, 2, 1]);
    expect(await dates({ from: at(2).toISOString(), until: at(3).toISOString() })).toEqual([2]);
  });

  test.each([
    ["act", "walked-the-dog"],
    ["person", "me"],
    ["from", "yesterday"],
    ["cursor", "no-cursor"],
    ["limit", String(auditPageSizes.max + 1)],
  ])("is refused a query with a wrong %s", async (name, value) => {
    const { status } = await call(testPortal, "GET", `/audit?${name}=${value}`, {
      headers: headers.admin,
    });
    expect(status).toBe(400);
  });

  test("is recorded, once in a session, for reading what concerns a member, who sees that", async () => {
    const { token, id } = await signedInAdmin("reader");
    const member = await signedInUser(testPortal, "read@example.com");
    await trail(token, { subject: member.id });
    await trail(token, { person: member.id });
    await trail(token, { person: id });
    const again = (await logIn(testPortal, "reader@example.com")).body.token;
    await trail(again, { subject: member.id });
    const read = (await entriesOf(member.id)).filter(({ act }) => act === "audit-read");
    expect(read.map(({ actorId }) => actorId)).toEqual([id, id]);
    expect((await ownActs(member.token))[0]).toMatchObject({ act: "audit-read", by: "team" });
  });
});

describe("an export", () => {
  const exported = (token: string, format: string, body: object) =>
    testPortal.app.inject({
      method: "POST",
      url: `/api/audit/export/${format}`,
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    });

  test("needs the password, and is recorded", async () => {
    const { token, id } = await signedInAdmin("exporter");
    const refused = await exported(token, "json", { password: "not the password" });
    expect([refused.statusCode, refused.json().code]).toEqual([422, "wrong-password"]);
    const answer = await exported(token, "json", { password: goodPassword, actor: id });
    expect(answer.headers["content-type"]).toContain("application/json");
    const actor = { id, name: "exporter", email: "exporter@example.com" };
    expect(answer.json()).toMatchObject([
      { act: "password-refused", actor },
      { act: "signed-in", actor },
    ]);
    const { items } = await trail(token, { act: "audit-exported", limit: 1 });
    expect(items).toMatchObject([{ actor: { id }, details: { entries: 2, format: "json" } }]);
  });

  test("as a table holds names as text, whatever they begin with", async () => {
    const { token } = await signedInAdmin("table");
    const id = await claimedUser(testPortal, "formula@example.com", { name: '=cmd("x"), really' });
    await logIn(testPortal, "formula@example.com");
    const answer = await exported(token, "csv", { password: goodPassword, subject: id });
    const [heading, row] = answer.body.split("\r\n");
    expect(heading).toBe(
      "\u{FEFF}id,at,act,via,actor id,actor,actor address,subject id,subject,ip,device,details",
    );
    expect(row).toContain(`signed-in,portal,${id},"'=cmd(""x""), really"`);
  });
});

test("a deleted account leaves entries without its name and its places", async () => {
  const { id, token } = await signedInUser(testPortal, "leaves@example.com");
  const { token: admin } = await signedInAdmin("stays");
  await logIn(testPortal, "leaves@example.com", "not the password", "198.51.100.21");
  const body = { password: goodPassword };
  expect((await call(testPortal, "POST", "/me/deletion", { token, body })).status).toBe(204);
  const { items } = await trail(admin, { person: id });
  expect(items.map(({ act }) => act)).toEqual(["account-deleted", "sign-in-failed", "signed-in"]);
  expect(items.map(({ ip, device }) => [ip, device])).toEqual(items.map(() => [null, null]));
  expect(items[0]?.actor).toEqual({ id, name: null, email: null });
});

test("entries are deleted when their time is over, of signing in after 180 days", async () => {
  const own = await createTestPortal({ auditKeepDays: 730 });
  try {
    const { portal } = own;
    for (const act of ["signed-in", "roles-changed"] as const) {
      for (const days of [179, 181, 729, 731]) {
        await recordAct(portal.database, {
          act,
          at: new Date(portal.now().getTime() - days * dayMs),
          actor: { userId: null, via: "command", ip: null, userAgent: null },
          subjectId: null,
          details: { days },
        });
      }
    }
    const remaining = async () =>
      (await portal.database.select().from(auditEntries).orderBy(auditEntries.id)).map(
        ({ act, details }) => [act, details["days"]],
      );
    await purgeAudit(portal);
    expect(await remaining()).toEqual([
      ["signed-in", 179],
      ["roles-changed", 179],
      ["roles-changed", 181],
      ["roles-changed", 729],
    ]);
    await purgeAudit({ ...portal, config: { ...portal.config, auditKeepDays: 30 } });
    expect(await remaining()).toEqual([]);
  } finally {
    await own.close();
  }
});
