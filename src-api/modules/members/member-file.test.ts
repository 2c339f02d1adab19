import { expect, test } from "vitest";
import { importLimits } from "#shared/api/member-imports.ts";
import { guessPlan, readMemberFile, recogniseColumns } from "./member-file.ts";

const read = (text: string, encoding: BufferEncoding = "utf8") =>
  readMemberFile(Buffer.from(text, encoding));

const cellsOf = async (file: Promise<{ lines: { cells: Record<string, string> }[] }>) =>
  (await file).lines.map(({ cells }) => Object.values(cells));

test("files are read in the encodings and with the separators that spreadsheets write", async () => {
  const expected = [["zoë@example.com", "Zoë"]];
  expect(await cellsOf(read("email,name\nzoë@example.com,Zoë\n"))).toEqual(expected);
  expect(await cellsOf(read("\ufeffemail;name\r\nzoë@example.com;Zoë"))).toEqual(expected);
  expect(await cellsOf(read("\ufeffemail\tname\rzoë@example.com\tZoë", "utf16le"))).toEqual(
    expected,
  );
  const bigEndian = Buffer.from("\ufeffemail;name\r\nzoë@example.com;Zoë", "utf16le").swap16();
  expect(await cellsOf(readMemberFile(bigEndian))).toEqual(expected);
  expect(await cellsOf(read("email,name\nzoë@example.com,Zoë\n", "latin1"))).toEqual(expected);
});

test("quotes, line breaks in cells, and formulas come in as the text that they are", async () => {
  const text = 'email,note\na@b.cd,"He said ""sit"",\nthen left"\nb@b.cd,"\'=1+1"\nc@b.cd,=1+1\n';
  expect(await cellsOf(read(text))).toEqual([
    ["a@b.cd", 'He said "sit",\nthen left'],
    ["b@b.cd", "=1+1"],
    ["c@b.cd", "=1+1"],
  ]);
});

test("a line with a quote that is not closed is named, and costs no other line", async () => {
  const text =
    'email,name,note\na@b.cd,"Ada,x\nb@b.cd,Bob,"fine"\n\nc@b.cd,"Cy\nd@b.cd,Dee "D" Day,ok\ne@b.cd,E,,,more\n';
  const { lines } = await read(text);
  expect(lines.map(({ line, cells, broken }) => [line, cells["email"], broken])).toEqual([
    [2, undefined, "quotes-broken"],
    [3, "b@b.cd", null],
    [5, undefined, "quotes-broken"],
    [6, "d@b.cd", null],
    [7, "e@b.cd", "cells-too-many"],
  ]);
});

test.each([
  ["nothing", "", "noTable"],
  ["another kind of file", "PK\u0003\u0004\0\0", "noTable"],
  ["no names of columns", "a@b.cd,Ada\n", "noTable"],
  ["names of columns alone", "email,name\n\n", "noLines"],
  ["too many lines", `email\n${"a@b.cd\n".repeat(importLimits.lines + 1)}`, "tooManyLines"],
])("a file with %s is refused with the reason", async (_, text, reason) => {
  await expect(read(text)).rejects.toMatchObject({
    code: "validation",
    details: { fields: { file: `forms:${reason}` } },
  });
});

test.each([
  [
    "Ghost's members",
    "5f3a",
    "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers",
    {
      email: "email",
      name: "name",
      note: "note",
      consent: "subscribed_to_emails",
      complimentary: "complimentary_plan",
      stripe_customer_id: "stripe_customer_id",
      joined: "created_at",
      deleted: "deleted_at",
      labels: "labels",
      plan: "tiers",
    },
  ],
  [
    "Stripe's subscriptions",
    "sub_1",
    "id,Customer ID,Customer Email,Plan,Currency,Interval,Amount,Status,Created (UTC),Current Period End (UTC),Cancel At Period End",
    {
      email: "Customer Email",
      plan: "Plan",
      period: "Interval",
      price: "Amount",
      currency: "Currency",
      paid_until: "Current Period End (UTC)",
      cancelled: "Cancel At Period End",
      status: "Status",
      joined: "Created (UTC)",
      stripe_customer_id: "Customer ID",
      stripe_subscription_id: "id",
    },
  ],
  [
    "Memberful's members",
    "Ada",
    "Full Name,Email,Plan,Active,Auto-renew,Expiration date",
    {
      name: "Full Name",
      email: "Email",
      plan: "Plan",
      status: "Active",
      renews: "Auto-renew",
      paid_until: "Expiration date",
    },
  ],
])("columns of %s are recognised", async (_, id, header, expected) => {
  const { columns, lines } = await read(`${header}\n${id},x\n`);
  expect(recogniseColumns(columns, lines)).toEqual(expected);
});

test("columns of the same name, and without one, can be told apart", async () => {
  const { columns } = await read("email,Name,,Name\na@b.cd,1,2,3\n");
  expect(columns).toEqual(["email", "Name", "Column 3", "Name (4)"]);
});

test("plans are guessed by what their names say", () => {
  const names = ["Gold (yearly)", "Monthly supporter", "Free", "Członkostwo miesięczne", "Gold"];
  const guessed = ["yearly", "monthly", "free", "monthly", undefined];
  expect(names.map((name) => guessPlan(name))).toEqual(guessed);
});
