import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  checkMemberImport,
  deleteMemberImport,
  getMemberImport,
  importOutcomes,
  listMemberImportLines,
  listMemberImports,
  mapMemberImport,
  startMemberImport,
  uploadMembers,
  type ImportLine,
  type ImportOutcome,
  type WholeMemberImport,
} from "#shared/api/member-imports.ts";
import { getTakeOver, takeOverAll, type TakeOver } from "#shared/api/take-over.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { MembersSection } from "../members-section.tsx";
import { checkEveryMs } from "./result-step.tsx";

const id = "6f9e5c5e-0000-4000-8000-000000000001";
const none = Object.fromEntries(importOutcomes.map((outcome) => [outcome, 0])) as Record<
  ImportOutcome,
  number
>;
const draft: WholeMemberImport = {
  id,
  fileName: "ghost.csv",
  state: "draft",
  by: "Ada Lind",
  lines: 905,
  createdAt: "2026-11-26T10:00:00.000Z",
  startedAt: null,
  finishedAt: null,
  counts: none,
  columns: ["email", "name", "complimentary_plan", "tiers"],
  mapping: { columns: { email: "email", name: "name" }, plans: {} },
  plans: [],
  sample: [{ line: 2, cells: { email: "bea@example.com", name: "Bea Holm", tiers: "Gold" } }],
  problems: [],
};
const line = (changes: Partial<ImportLine>): ImportLine => ({
  line: 2,
  email: "bea@example.com",
  name: "Bea Holm",
  outcome: "created",
  notices: [{ code: "account-created", field: null, text: "New account." }],
  userId: null,
  ...changes,
});
const refused = line({
  line: 7,
  email: "kim@",
  outcome: "refused",
  notices: [{ code: "address-invalid", field: "email", text: "“kim@” is not an e-mail address." }],
});
const counts = {
  outcomes: { created: 862, changed: 0, unchanged: 40, refused: 3 },
  notices: { "needs-card": 30 },
};
const noTakeOver: TakeOver = { customers: 0, alive: 0, members: [], run: null };
const rejected = (status: number, code: "conflict" | "not-found") => ({
  error: { kind: "rejected", message: "", status, code } as const,
});

const at = (rest: string) => `/dashboard?section=members&import=${rest}`;
const open = (rest: string) => renderPage(<MembersSection />, at(rest));

beforeEach(() => {
  answer(getMemberImport, { data: draft });
  answer(listMemberImports, { data: { items: [] } });
  answer(getTakeOver, { data: noTakeOver });
  answer(checkMemberImport, { data: { counts, items: [line({}), refused], nextAfter: null } });
});

afterEach(() => void vi.useRealTimers());

it("takes a file to its columns, after saying why others were refused", async () => {
  const user = open("new");
  const choose = async (file: File) =>
    user.upload(document.querySelector<HTMLInputElement>("input[type=file]")!, file);
  await screen.findByRole("heading", { name: "Import members" });
  await choose(new File([""], "members.csv", { type: "text/csv" }));
  await screen.findByText("This file is empty.");
  const fields = { file: "This is not a CSV file." };
  const refusal = { kind: "rejected", message: "", status: 400, code: "validation" } as const;
  answer(uploadMembers, { error: { ...refusal, fields } });
  await choose(new File(["PK"], "members.csv", { type: "text/csv" }));
  await screen.findByText("This is not a CSV file.");
  answer(uploadMembers, { data: draft });
  await choose(new File(["email\nbea@example.com"], "ghost.csv", { type: "text/csv" }));
  await expectAddress(at(id));
  expect(sentTo(uploadMembers).at(-1)?.input.query).toEqual({ name: "ghost.csv" });
  const heading = await screen.findByRole("heading", { name: "Which column is what" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

it("shows examples of each column, saves every choice, and then asks what plans are", async () => {
  const withDay = {
    ...draft,
    columns: [...draft.columns, "expires"],
    mapping: { columns: { ...draft.mapping.columns, paid_until: "expires" }, plans: {} },
  };
  answer(getMemberImport, { data: withDay });
  const user = open(id);
  const columns = { ...withDay.mapping.columns, plan: "tiers" };
  const mapped = {
    ...withDay,
    mapping: { columns, plans: {} },
    plans: [{ name: "Gold", lines: 900 }],
  };
  answer(mapMemberImport, { data: mapped });
  await screen.findByText("bea@example.com");
  screen.getByText(/^Recognised as Ghost’s export/);
  screen.getByText("Columns that are not used: complimentary_plan and tiers");
  await user.click(screen.getByText(/more fields/));
  await user.selectOptions(screen.getByLabelText("Plan"), "tiers");
  expect(await screen.findAllByText("Gold")).toHaveLength(2);
  answer(mapMemberImport, { error: { kind: "offline", message: "" } });
  await user.selectOptions(screen.getByLabelText("Gold"), "yearly");
  await screen.findByRole("alert");
  expect(screen.getByLabelText<HTMLSelectElement>("Gold").value).toBe("yearly");
  const done = { ...mapped, mapping: { columns, plans: { Gold: "yearly" as const } } };
  answer(mapMemberImport, { data: done });
  await user.click(screen.getByRole("button", { name: "See what would happen" }));
  await expectAddress(at(`${id}&step=check`));
  expect(sentTo(mapMemberImport).at(-1)?.input.body).toEqual(done.mapping);
});

it("does not ask what plans are in a file without days and prices, such as Ghost’s", async () => {
  const columns = { ...draft.mapping.columns, plan: "tiers" };
  const plans = [{ name: "Gold", lines: 900 }];
  answer(getMemberImport, { data: { ...draft, mapping: { columns, plans: {} }, plans } });
  open(id);
  await screen.findByText("Gold");
  expect(screen.queryByLabelText("Gold")).toBeNull();
});

it("goes no further without a column of addresses", async () => {
  const columns = { name: "name" };
  const problems = ["email-unmapped" as const];
  answer(getMemberImport, { data: { ...draft, mapping: { columns, plans: {} }, problems } });
  open(`${id}&step=check`);
  await screen.findByText("Choose the column with the e-mail addresses");
  const next = screen.getByRole("button", { name: "See what would happen" });
  expect(next.getAttribute("aria-disabled")).toBe("true");
  expect(sentTo(checkMemberImport)).toHaveLength(0);
});

it("says what would happen, lists the lines of a count with their reasons, and starts after the password", async () => {
  const user = open(`${id}&step=check`);
  await screen.findByText("862 members will be added.");
  screen.getByText("30 need a card before the next payment.");
  expect(screen.getByRole("table").textContent).toContain(
    "E-mail address: “kim@” is not an e-mail address.",
  );
  const count = screen.getByRole("button", { name: "3 lines cannot be imported: each says why." });
  await user.click(count);
  await waitFor(() =>
    expect(sentTo(checkMemberImport).at(-1)?.input.query).toEqual({ outcome: "refused" }),
  );
  expect(count.getAttribute("aria-pressed")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Import 862 members" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/No invitations are sent/);
  const running = { ...draft, state: "running" as const, counts: { ...none, created: 400 } };
  answer(startMemberImport, { data: running });
  answer(getMemberImport, { data: running });
  await user.type(dialog.getByLabelText("Current password"), "three green tunnels");
  await user.dblClick(dialog.getByRole("button", { name: "Start" }));
  // By texts: the page is hidden by roles until the dialog has closed.
  await screen.findByText("Members are being imported");
  screen.getByText("400 of 905 lines");
  expect(screen.getByLabelText("Progress of the import").getAttribute("value")).toBe("400");
  expect(sentTo(startMemberImport).map(({ input }) => input.body)).toEqual([
    { password: "three green tunnels" },
  ]);
});

it("keeps the counts and the start while the lines of one count load, and when they cannot be loaded", async () => {
  const user = open(`${id}&step=check`);
  await screen.findByText("862 members will be added.");
  screen.getByText("All lines");
  const come = Promise.withResolvers<{ error: { kind: "offline"; message: string } }>();
  answer(checkMemberImport, come.promise);
  await user.click(
    screen.getByRole("button", { name: "3 lines cannot be imported: each says why." }),
  );
  const lines = screen.getByRole("table").parentElement;
  await waitFor(() => expect(lines?.getAttribute("aria-busy")).toBe("true"));
  expect(screen.queryByText(/^All lines|^Only the lines/)).toBeNull();
  come.resolve({ error: { kind: "offline", message: "" } });
  await screen.findByRole("alert");
  screen.getByRole("button", { name: "Import 862 members" });
  answer(checkMemberImport, { data: { counts, items: [refused], nextAfter: null } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(/^Only the lines that you have chosen/);
  expect(screen.getByRole("table").textContent).not.toContain("bea@example.com");
});

it("saves the lines that cannot be imported, with their reasons and without formulas", async () => {
  let saved: Blob | undefined;
  const createObjectURL = (file: Blob) => {
    saved = file;
    return "blob:x";
  };
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
  const user = open(`${id}&step=check`);
  const items = [{ ...refused, name: 'Kim;=HYPERLINK("x")' }];
  await screen.findByText("862 members will be added.");
  answer(checkMemberImport, { data: { counts: null, items, nextAfter: null } });
  await user.click(screen.getByRole("button", { name: "Save the lines that cannot be imported" }));
  await waitFor(() => expect(saved).toBeDefined());
  expect((await saved?.text())?.split("\r\n")[1]).toBe(
    `"7","kim@","Kim;'=HYPERLINK(""x"")","E-mail address: “kim@” is not an e-mail address."`,
  );
});

it("shows what another admin has done with the draft meanwhile", async () => {
  answer(checkMemberImport, rejected(409, "conflict"));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const user = open(`${id}&step=check`);
  answer(getMemberImport, { data: { ...draft, state: "running" } });
  await screen.findByRole("heading", { name: "Members are being imported" });
  answer(getMemberImport, rejected(404, "not-found"));
  vi.advanceTimersByTime(checkEveryMs);
  await screen.findByText("This import is gone");
  await user.click(screen.getByRole("link", { name: "Choose a file" }));
  await expectAddress(at("new"));
});

it("deletes a draft after asking, and lists former imports", async () => {
  const done = { ...draft, state: "done" as const, counts: { ...none, created: 900, refused: 5 } };
  answer(deleteMemberImport, { data: undefined });
  answer(listMemberImports, { data: { items: [done] } });
  const user = open(id);
  await user.click(await screen.findByRole("button", { name: "Delete the draft" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Delete the draft" }));
  await expectAddress(at("new"));
  await screen.findByText(/added or changed: 900. Lines not imported: 5/);
});

it("ends with what happened, the payments of the former site, and the way to the invitations", async () => {
  const done = { ...draft, state: "done" as const, counts: counts.outcomes };
  answer(getMemberImport, { data: done });
  answer(listMemberImportLines, { data: { items: [line({ userId: id })], nextAfter: null } });
  const bea = { id, name: "Bea Holm", email: "bea@example.com" };
  answer(getTakeOver, { data: { customers: 800, alive: 1, members: [bea], run: null } });
  const user = open(id);
  await screen.findByText("862 members were added.");
  const link = await screen.findByRole("link", { name: "bea@example.com" });
  expect(link.getAttribute("href")).toBe(`/dashboard?section=members&member=${id}`);
  const invitations = screen.getByRole("link", { name: "To the invitations" });
  expect(invitations.getAttribute("href")).toBe("/dashboard?section=members");
  screen.getByText(/1 member is still charged by the former site/);
  const run = { startedAt: draft.createdAt, finishedAt: null, done: 0, failed: 0 };
  answer(takeOverAll, {
    error: { kind: "unexpected", message: "", status: 503, code: "payments-unavailable" },
  });
  await user.click(screen.getByRole("button", { name: "Take over all" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Take over all" }));
  await dialog.findByText(/gives no answer/);
  answer(takeOverAll, { data: { customers: 800, alive: 1, members: [bea], run } });
  await user.click(dialog.getByRole("button", { name: "Take over all" }));
  await screen.findByText("0 of 800 customers of the former site");
  expect(screen.queryByRole("button", { name: /Take over all|Look again/ })).toBeNull();
});

it("keeps back what follows the payments of the former site, and invites nobody if nobody came in", async () => {
  const done = { ...draft, state: "done" as const, counts: { ...none, unchanged: 40 } };
  answer(getMemberImport, { data: done });
  answer(listMemberImportLines, { data: { items: [line({})], nextAfter: null } });
  const come = Promise.withResolvers<{ data: TakeOver }>();
  answer(getTakeOver, come.promise);
  open(id);
  await screen.findByText("40 lines changed nothing.");
  await waitFor(() => expect(sentTo(listMemberImportLines)).toHaveLength(1));
  expect(screen.queryByRole("table")).toBeNull();
  come.resolve({ data: noTakeOver });
  await screen.findByRole("table");
  expect(screen.queryByRole("link", { name: "To the invitations" })).toBeNull();
});

it("gives the focus to the payments of the former site if a link leads there, also after a failure", async () => {
  answer(getTakeOver, { error: { kind: "offline", message: "" } });
  const user = open("new#take-over");
  await screen.findByRole("alert");
  const run = { startedAt: draft.createdAt, finishedAt: draft.createdAt, done: 5, failed: 2 };
  answer(getTakeOver, { data: { customers: 5, alive: 0, members: [], run } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  const heading = await screen.findByRole("heading", { name: "Payments of the former site" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  screen.getByText(/gave no answer about 2 members/);
  expect(screen.queryByText("Everybody has been dealt with.")).toBeNull();
});
