import { expect, test } from "vitest";
import {
  checkMemberImport,
  getMemberImport,
  listMemberImportLines,
  listMemberImports,
  uploadMembers,
} from "#shared/api/member-imports.ts";
import { call, claimedUser, goodPassword, logIn } from "#api/testing/account-requests.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { admin, get, memberOf, portal, useAdminPortal } from "./testing/admin-portal.ts";

useAdminPortal();

const upload = (csv: string, token = admin.token) =>
  portal.app.inject({
    method: "POST",
    url: "/api/member-imports?name=members.csv",
    headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
    payload: Buffer.from(csv),
  });
const send = (method: "POST" | "PUT" | "DELETE", path: string, body?: object) =>
  call(portal, method, `/member-imports/${path}`, { token: admin.token, ...(body && { body }) });

const csv = [
  "Who,Plan,Until,Newsletter",
  "new@example.com,Gold,2026-05-31,yes",
  "bad@,Gold,2026-05-31,yes",
  "silver@example.com,Silver,2026-05-31,no",
].join("\n");

test("a file is uploaded, mapped, checked and imported, and each line says what became of it", async () => {
  const draft = uploadMembers.answer.parse((await upload(csv)).json());
  expect(draft).toMatchObject({
    state: "draft",
    by: expect.any(String),
    lines: 3,
    columns: ["Who", "Plan", "Until", "Newsletter"],
    mapping: { columns: { plan: "Plan", consent: "Newsletter" }, plans: {} },
    plans: [
      { name: "Gold", lines: 2 },
      { name: "Silver", lines: 1 },
    ],
    problems: ["email-unmapped"],
  });
  expect(draft.sample[0]).toEqual({
    line: 2,
    cells: { Who: "new@example.com", Plan: "Gold", Until: "2026-05-31", Newsletter: "yes" },
  });
  expect(await get(`/member-imports/${draft.id}/check`)).toMatchObject({
    status: 400,
    body: { code: "validation", fields: { email: expect.any(String) } },
  });
  const columns = { email: "Who", plan: "Plan", paid_until: "Until", consent: "Newsletter" };
  const mapping = { columns: { ...columns, note: "No such column" }, plans: { Gold: "yearly" } };
  const mapped = await send("PUT", `${draft.id}/mapping`, mapping);
  expect(mapped.body).toMatchObject({
    mapping: { columns, plans: { Gold: "yearly" } },
    problems: [],
  });
  const check = checkMemberImport.answer.parse(
    (await get(`/member-imports/${draft.id}/check`)).body,
  );
  expect(check.counts?.outcomes).toEqual({ created: 1, changed: 0, unchanged: 0, refused: 2 });
  expect(
    check.items.map(({ line, outcome, notices }) => [
      line,
      outcome,
      notices.map((one) => one.text),
    ]),
  ).toEqual([
    [
      2,
      "created",
      [
        "New account.",
        expect.stringMatching(
          /^Yearly membership for €\d+, paid until 31 May 2026; it renews then\.$/,
        ),
        "Needs a card: none is known that renewals can be charged to.",
        "Agreed to get e-mails.",
      ],
    ],
    [3, "refused", ["“bad@” is no e-mail address."]],
    [4, "refused", ["It is not set what the plan “Silver” is here."]],
  ]);
  const page = await get(`/member-imports/${draft.id}/check?after=2&limit=1&outcome=refused`);
  expect([page.body.counts, page.body.items[0].line, page.body.nextAfter]).toEqual([null, 3, 3]);
  expect((await send("POST", `${draft.id}/start`, { password: "wrong" })).status).toBe(422);
  expect((await send("POST", `${draft.id}/start`, { password: goodPassword })).status).toBe(202);
  expect((await send("POST", `${draft.id}/start`, { password: goodPassword })).status).toBe(409);
  expect((await send("PUT", `${draft.id}/mapping`, mapping)).status).toBe(409);
  expect((await send("DELETE", draft.id)).status).toBe(409);
  const done = getMemberImport.answer.parse((await get(`/member-imports/${draft.id}`)).body);
  expect([done.state, done.counts]).toEqual(["done", check.counts?.outcomes]);
  const { items } = listMemberImportLines.answer.parse(
    (await get(`/member-imports/${draft.id}/lines?notice=needs-card`)).body,
  );
  expect(items).toEqual([{ ...check.items[0], userId: expect.any(String) }]);
  const member = await memberOf({ id: items[0]?.userId ?? "" });
  expect(member).toMatchObject({
    email: "new@example.com",
    isProven: true,
    labels: [],
    consent: { source: "import", withdrawnAt: null },
    membership: { status: "active", period: "yearly", source: "purchase", card: null },
  });
  expect(portal.mails).toEqual([]);
  const list = listMemberImports.answer.parse((await get("/member-imports")).body);
  expect(list.items.map(({ id, state }) => [id, state])).toEqual([[draft.id, "done"]]);
});

test("a draft is deleted with its lines, and a file that is none is refused in words", async () => {
  const { id } = (await upload("email\nada@example.com\n")).json();
  expect((await send("DELETE", id)).status).toBe(204);
  expect((await get(`/member-imports/${id}`)).status).toBe(404);
  const refused = (await upload("PK\u0003\u0004\0")).json();
  expect(refused).toMatchObject({
    code: "validation",
    fields: { file: "This is no CSV file with the names of its columns in the first line." },
  });
  await claimedUser(portal, "member@example.com");
  const { token } = (await logIn(portal, "member@example.com")).body;
  expect((await upload(csv, token)).statusCode).toBe(403);
});

test("npm run users -- import prints what becomes of each line, and changes nothing with --dry-run", async () => {
  const file = Buffer.from("email,language\ncommand@example.com,pl\nnone,en\n").toString("base64");
  const run = (isDryRun: boolean) =>
    runUserCommand(portal.portal, { command: "import", name: "members.csv", file, isDryRun });
  const lines = [
    "line 2  created    command@example.com  New account. No membership.",
    "line 3  refused    none  “none” is no e-mail address.",
  ];
  const isThere = () =>
    portal.portal.database.$count(users, eq(users.email, "command@example.com"));
  expect(await run(true)).toEqual([
    ...lines,
    "Nothing was changed. created: 1, changed: 0, unchanged: 0, refused: 1.",
  ]);
  expect(await isThere()).toBe(0);
  expect(await run(false)).toEqual([...lines, "created: 1, refused: 1."]);
  expect(await isThere()).toBe(1);
  const empty = { command: "import", name: "x.csv", file: "", isDryRun: false } as const;
  await expect(runUserCommand(portal.portal, empty)).rejects.toThrow("no CSV file");
  const nameless = { ...empty, file: Buffer.from("who\nx\n").toString("base64") };
  await expect(runUserCommand(portal.portal, nameless)).rejects.toThrow("None of the columns");
});
