import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { brand } from "#renderer/platform/brand.ts";
import {
  endMember,
  exportMembers,
  deleteAdmin,
  grantMember,
  refundMember,
  undoMemberAct,
} from "#shared/api/member-acts.ts";
import { getMember, listMembers, type ListedMember, type Member } from "#shared/api/members.ts";
import { retryBounced } from "#shared/api/readers.ts";
import { proveFactor } from "#shared/api/second-factor.ts";
import { dayMs } from "#shared/durations.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { MembersSection } from "./members-section.tsx";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const ada: ListedMember = {
  id: "6f9e5c5e-0000-4000-8000-000000000001",
  name: "Ada Lind",
  email: "ada@example.com",
  isProven: true,
  registeredAt: "2026-01-02T12:00:00.000Z",
  status: "active",
  source: "purchase",
  endsAt: "2026-12-20T12:00:00.000Z",
};
const bea: ListedMember = {
  ...ada,
  id: "6f9e5c5e-0000-4000-8000-000000000002",
  name: "Bea Holm",
  email: "bea@example.com",
  isProven: false,
  status: "none",
  source: null,
  endsAt: null,
};
const noMembership: Member["membership"] = {
  status: "none",
  source: null,
  period: null,
  startedAt: null,
  endsAt: null,
  nextCharge: null,
  nextPeriod: null,
  pastDue: null,
  card: null,
  credit: null,
};
const person: Member = {
  id: ada.id,
  name: ada.name,
  email: ada.email,
  isProven: true,
  isAdmin: false,
  hasAskedForDeletion: false,
  registeredAt: "2026-01-02T12:00:00.000Z",
  membership: noMembership,
  ending: null,
  invoices: [],
  sessions: [],
  notes: [],
  messages: [],
  labels: ["Early", "VIP"],
  consent: { source: "import", at: "2025-05-05T10:00:00.000Z", withdrawnAt: null },
  bounce: null,
  undoable: [],
};
const payer: Member = {
  ...person,
  membership: {
    ...noMembership,
    status: "active",
    source: "purchase",
    period: "monthly",
    startedAt: "2026-11-20T12:00:00.000Z",
    endsAt: "2026-12-20T12:00:00.000Z",
  },
  ending: { charged: euros(900), all: euros(900), unused: euros(310) },
  invoices: [
    {
      refundable: euros(900),
      refundableLines: [],
      paysPresent: true,
      purchase: {
        id: "6f9e5c5e-0000-4000-8000-00000000000a",
        reason: "checkout",
        status: "paid",
        lines: [],
        discount: null,
        credit: euros(0),
        total: euros(900),
        covers: null,
        creditNotes: [],
        withdrawnAt: null,
        createdAt: "2026-11-20T12:00:00.000Z",
        paidAt: "2026-11-20T12:00:00.000Z",
        receiptNumber: "RS-2026-000007",
        paymentUrl: null,
      },
    },
  ],
};
const done = { id: "act-1", undoableUntil: "2026-11-24T12:00:00.000Z", refund: null };
const at = (search: string) => `/dashboard?section=members${search}`;

const openPerson = async (member: Member) => {
  answer(getMember, { data: member });
  const user = renderPage(<MembersSection />, at(`&member=${member.id}`));
  await screen.findByRole("heading", { name: member.name });
  return user;
};

const seller = brand.timeZone;
afterEach(() => void (brand.timeZone = seller));
beforeEach(() => {
  answer(listMembers, { data: { items: [ada, bea], nextCursor: null } });
});

describe("the search", () => {
  it("leads to the first result once there is one when the arrow down was pressed while they load", async () => {
    const user = renderPage(<MembersSection />, at(""));
    await screen.findByText("Ada Lind");
    const late = Promise.withResolvers<{ data: unknown }>();
    answer(listMembers, late.promise);
    await user.keyboard("holm{ArrowDown}");
    await waitFor(() =>
      expect(sentTo(listMembers).at(-1)?.input).toMatchObject({ query: { query: "holm" } }),
    );
    const field = screen.getByRole("searchbox", { name: "Search members" });
    expect(document.activeElement).toBe(field);
    late.resolve({ data: { items: [bea], nextCursor: null } });
    await waitFor(() => expect(screen.queryByText("Ada Lind")).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("link", { name: /Bea Holm/ })),
    );
  });

  it("leaves the focus where somebody goes on typing", async () => {
    const user = renderPage(<MembersSection />, at(""));
    await screen.findByText("Ada Lind");
    await user.keyboard("ho{ArrowDown}lm{Enter}");
    await waitFor(() =>
      expect(sentTo(listMembers).at(-1)?.input).toMatchObject({ query: { query: "holm" } }),
    );
    await screen.findByText("Bea Holm");
    const field = screen.getByRole("searchbox", { name: "Search members" });
    expect(document.activeElement).toBe(field);
  });

  it("filters by state, and says when nobody is found", async () => {
    const user = renderPage(<MembersSection />, at(""));
    answer(listMembers, { data: { items: [], nextCursor: null } });
    await user.click(await screen.findByRole("button", { name: "Payment overdue" }));
    await screen.findByRole("heading", { name: "Nobody found" });
    expect(sentTo(listMembers).at(-1)?.input).toMatchObject({ query: { status: "past-due" } });
    screen.getByRole("button", { name: "Payment overdue", pressed: true });
  });
});

it.each([
  ["Europe/Warsaw", "2027-03-28T22:00:00.000Z", "29 Mar 2027, 00:00 CEST"],
  ["America/New_York", "2027-03-29T04:00:00.000Z", "28 Mar 2027, 18:00 GMT-4"],
])("a grant ends on the same day in list, page and undo in %s", async (zone, endsAt, until) => {
  brand.timeZone = zone;
  const grant = { ...noMembership, status: "active", source: "grant", endsAt } as const;
  const act = { id: "act-1", act: "grant", by: "Bea Holm", endsAt, note: null } as const;
  const times = { at: "2027-03-27T22:00:00.000Z", until: "2027-03-28T22:00:00.000Z" };
  const { status, source } = grant;
  answer(listMembers, { data: { items: [{ ...ada, status, source, endsAt }], nextCursor: null } });
  renderPage(<MembersSection />, at(""));
  await screen.findByText("Active, until 28 March 2027");
  cleanup();
  await openPerson({ ...person, membership: grant, undoable: [{ ...act, ...times }] });
  screen.getByText("28 March 2027");
  const list = screen.getByRole("region", { name: "What can be undone" });
  expect(list.textContent).toContain("Free membership until 28 March 2027");
  expect(list.textContent).toContain(`Until ${until}.`);
});

it("a member whose e-mails came back has a button that tries the address again", async () => {
  answer(retryBounced, { data: undefined });
  const bounce = { at: "2026-11-25T12:00:00.000Z", reason: "550 5.1.1" };
  const user = await openPerson({ ...person, bounce });
  await user.click(screen.getByRole("button", { name: "Try this address again" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await screen.findByText("E-mails go to ada@example.com again.");
  expect(sentTo(retryBounced)[0]?.input.body).toEqual({ email: "ada@example.com" });
});

describe("the table", () => {
  it("is sorted by the headings of its columns, and keeps the order in the address", async () => {
    const user = renderPage(<MembersSection />, at("&query=lind"));
    const sorted = (name: string) =>
      screen.getByRole("columnheader", { name }).getAttribute("aria-sort");
    await screen.findByText("Ada Lind");
    expect([sorted("Name"), sorted("Registered")]).toEqual(["none", "descending"]);
    await user.click(screen.getByRole("button", { name: "Name" }));
    await waitFor(() =>
      expect(sentTo(listMembers).at(-1)?.input).toMatchObject({
        query: { query: "lind", sort: "name" },
      }),
    );
    expect([sorted("Name"), sorted("Registered")]).toEqual(["ascending", "none"]);
    await user.click(screen.getByRole("button", { name: "Name" }));
    await expectAddress("/dashboard?section=members&query=lind&sort=-name");
    expect(sorted("Name")).toBe("descending");
    expect(screen.getByRole("link", { name: "Ada Lind" }).getAttribute("href")).toContain(
      "&sort=-name",
    );
  });
});

describe("an act", () => {
  it("says what will happen, is sent with a key, and is undone by the button of its message", async () => {
    answer(grantMember, { data: done });
    answer(undoMemberAct, { data: undefined });
    const user = await openPerson(person);
    await user.click(await screen.findByRole("button", { name: "Give a free membership" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("nothing is charged");
    expect(dialog.textContent).toContain("You can undo this for a day.");
    await user.clear(within(dialog).getByLabelText("Last day"));
    await user.click(within(dialog).getByRole("button", { name: "Give membership" }));
    await screen.findByText("Ada Lind has a free membership.");
    const [sent] = sentTo(grantMember);
    expect(sent?.input).toMatchObject({ body: { until: null } });
    expect(sent?.input.idempotencyKey).toMatch(/^[\w-]{20,100}$/);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText("Undone: everything is as it was.");
    expect(sentTo(undoMemberAct)[0]?.input).toMatchObject({ params: { id: "act-1" } });
  });

  it("that may end a free membership earlier asks for the password", async () => {
    answer(grantMember, { data: done });
    const user = await openPerson({
      ...person,
      membership: {
        ...noMembership,
        status: "active",
        source: "grant",
        endsAt: "2027-01-31T23:00:00.000Z", // midnight in the brand's time zone
      },
    });
    await user.click(await screen.findByRole("button", { name: "Change the end" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByLabelText<HTMLInputElement>("Last day").value).toBe("2027-01-31");
    await user.type(dialog.getByLabelText("Your password"), "secret words");
    await user.click(dialog.getByRole("button", { name: "Give membership" }));
    await screen.findByText("Ada Lind has a free membership.");
    const body = { until: "2027-01-31", password: "secret words" };
    expect(sentTo(grantMember)[0]?.input.body).toEqual(body);
  });

  it("deletes the account of an admin who has asked for it, and of nobody else", async () => {
    answer(deleteAdmin, { data: undefined });
    const user = await openPerson({ ...person, isAdmin: true, hasAskedForDeletion: true });
    await user.click(await screen.findByRole("button", { name: "Delete the account" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
    await dialog.findByText("Field is required");
    expect(sentTo(deleteAdmin)).toHaveLength(0);
    await user.type(dialog.getByLabelText("Your password"), "secret words");
    await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
    await screen.findByText("The account of Ada Lind has been deleted.");
    expect(sentTo(deleteAdmin)[0]?.input).toMatchObject({
      params: { id: person.id },
      body: { password: "secret words" },
    });
  });

  it("of the last day is undone from the member's page, whoever did it, deleted notes included", async () => {
    const times = { at: "2026-11-24T12:00:00.000Z", until: "2026-11-25T12:00:00.000Z" };
    const act = { by: "Bea Holm", ...times, endsAt: null, note: null };
    const extended = {
      ...act,
      id: "act-2",
      act: "extend" as const,
      endsAt: "2026-12-30T00:00:00.000Z",
    };
    const note = { ...act, id: "act-3", act: "delete-note" as const, note: "Called twice" };
    answer(undoMemberAct, { data: undefined });
    const user = await openPerson({ ...person, undoable: [extended, note] });
    const list = screen.getByRole("region", { name: "What can be undone" });
    expect(list.textContent).toContain("Bea Holm");
    expect(list.textContent).toContain("Called twice");
    answer(getMember, { data: { ...person, undoable: [extended] } });
    await user.click(within(list).getByRole("button", { name: "Undo: Note deleted" }));
    await screen.findByText("Undone: everything is as it was.");
    expect(sentTo(undoMemberAct)[0]?.input).toMatchObject({ params: { id: "act-3" } });
    expect(screen.queryByRole("button", { name: "Undo: Note deleted" })).toBeNull();
    const conflict = { kind: "rejected", message: "", status: 409, code: "conflict" } as const;
    answer(undoMemberAct, { error: conflict });
    answer(getMember, { data: person });
    await user.click(
      await screen.findByRole("button", { name: /^Undo: Membership extended until/ }),
    );
    await screen.findByText(/can no longer be undone/);
    expect(screen.queryByRole("region", { name: "What can be undone" })).toBeNull();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  it("that ends a paid membership without a refund warns of what is lost, and offers to pay it back", async () => {
    answer(endMember, { data: { ...done, undoableUntil: null } });
    const endsAt = new Date(Date.now() + 9.5 * dayMs).toISOString();
    const user = await openPerson({ ...payer, membership: { ...payer.membership, endsAt } });
    await user.click(await screen.findByRole("button", { name: "End membership" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.queryByText(/loses/)).toBeNull();
    await user.click(dialog.getByLabelText("Now, without a refund"));
    expect(dialog.getByText(/has paid/).textContent).toBe(
      "Ada Lind has paid €9 for this period and loses the remaining 10 days, worth €3.10.",
    );
    await user.click(dialog.getByRole("button", { name: "Refund €3.10 instead" }));
    const unused = dialog.getByLabelText<HTMLInputElement>(/unused days: €3.10/);
    expect(unused.checked).toBe(true);
    expect(dialog.queryByText(/loses/)).toBeNull();
    await user.type(dialog.getByLabelText("Your password"), "secret{Enter}");
    await screen.findByText("The membership has ended.");
    expect(sentTo(endMember)[0]?.input).toMatchObject({ body: { when: "now", refund: 310 } });
  });

  it.each([
    [
      "was paid back in part warns of what was charged",
      { charged: euros(900), all: euros(400), unused: euros(310) },
      9.5,
      [
        expect.stringMatching(
          /^Ada Lind has paid €9 for this period and loses the remaining 10 days/,
        ),
      ],
    ],
    [
      "was paid by credit warns of the days",
      { charged: euros(0), all: euros(0), unused: euros(0) },
      9.5,
      [expect.stringMatching(/^Ada Lind loses the remaining 10 days .* Nothing can be refunded/)],
    ],
    [
      "is over warns of nothing",
      { charged: euros(900), all: euros(900), unused: euros(0) },
      -1,
      [],
    ],
  ])("that ends a period that %s", async (_, ending, days, warning) => {
    const endsAt = new Date(Date.now() + days * dayMs).toISOString();
    const user = await openPerson({
      ...payer,
      ending,
      membership: { ...payer.membership, endsAt },
    });
    await user.click(await screen.findByRole("button", { name: "End membership" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByLabelText("Now, without a refund"));
    const warnings = dialog.queryAllByText(/loses/).map(({ textContent }) => textContent);
    expect(warnings).toEqual(warning);
  });

  it("that pays back one of several lines offers what is left of that line, and names it", async () => {
    answer(refundMember, {
      data: {
        ...done,
        undoableUntil: null,
        refund: { number: "RS-C-2026-000002", amount: euros(4500), status: "succeeded" },
      },
    });
    const line = (sku: string, name: string, amount: number) => ({
      sku,
      name,
      refundable: euros(amount),
      paysPresent: sku === "monthly",
    });
    const refundableLines = [line("monthly", "Monthly", 900), line("talk", "Consultation", 4500)];
    const invoices = payer.invoices.map((invoice) => ({
      ...invoice,
      refundable: euros(5400),
      refundableLines,
    }));
    const user = await openPerson({ ...payer, invoices });
    await user.click(await screen.findByRole("button", { name: "Refund RS-2026-000007" }));
    const dialog = within(await screen.findByRole("dialog"));
    const amount = dialog.getByLabelText<HTMLInputElement>("Amount in EUR");
    expect(amount.value).toBe("54.00");
    await user.click(dialog.getByLabelText("Consultation: up to €45"));
    await waitFor(() => expect(amount.value).toBe("45.00"));
    await user.type(dialog.getByLabelText("Reason, for your records"), "Illness");
    await user.type(dialog.getByLabelText("Your password"), "secret");
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    await screen.findByText(/^€45 was refunded/);
    expect(sentTo(refundMember)[0]?.input).toMatchObject({ body: { sku: "talk", amount: 4500 } });
  });
});

describe("an act of an admin whose proof of the second factor is old", () => {
  const factorNeeded = {
    error: { kind: "rejected", message: "", status: 403, code: "factor-needed" },
  } as const;

  it("asks for a code beside what was typed, and is sent again with the same key", async () => {
    answer(refundMember, factorNeeded);
    const user = await openPerson(payer);
    await user.click(await screen.findByRole("button", { name: "Refund RS-2026-000007" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.queryByLabelText("Code from your authenticator app")).toBeNull();
    await user.type(dialog.getByLabelText("Reason, for your records"), "A missed show");
    await user.type(dialog.getByLabelText("Your password"), "secret");
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    const code = await dialog.findByLabelText("Code from your authenticator app");
    dialog.getByText("Please also enter a code from your authenticator app.");
    await waitFor(() => expect(document.activeElement).toBe(code));

    const fields = { code: "This code is not right." };
    const wrong = { kind: "rejected", message: "", status: 422, code: "factor-wrong" } as const;
    answer(proveFactor, { error: { ...wrong, fields } });
    await user.keyboard("000000{Enter}");
    await dialog.findByText("This code is not right.");
    expect(sentTo(refundMember)).toHaveLength(1);

    answer(proveFactor, { data: { token: "renewed" } });
    const refund = { number: "C-1", amount: euros(900), status: "succeeded" } as const;
    answer(refundMember, { data: { ...done, undoableUntil: null, refund } });
    await user.clear(code);
    await user.type(code, "123456{Enter}");
    await screen.findByText("€9 was refunded: credit note C-1.");
    expect(sentTo(proveFactor).map(({ input }) => input.body)).toEqual([
      { code: "000000" },
      { code: "123456" },
    ]);
    const [first, second] = sentTo(refundMember).map(({ input }) => input);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ body: { reason: "A missed show", password: "secret" } });
  });

  it("asks in a dialog without a password too, and no longer when it is opened again", async () => {
    answer(grantMember, factorNeeded);
    const user = await openPerson(person);
    const grant = screen.getByRole("button", { name: "Give a free membership" });
    await user.click(grant);
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Give membership" }));
    await dialog.findByLabelText("Code from your authenticator app");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    answer(grantMember, { data: done }); // proven in another window meanwhile
    await user.click(grant);
    const again = within(await screen.findByRole("dialog"));
    expect(again.queryByLabelText("Code from your authenticator app")).toBeNull();
    await user.click(again.getByRole("button", { name: "Give membership" }));
    await screen.findByText("Ada Lind has a free membership.");
    expect(sentTo(proveFactor)).toHaveLength(0);
  });

  it("is refused the export until the code is right", async () => {
    answer(exportMembers, factorNeeded);
    const user = renderPage(<MembersSection />, at(""));
    await user.click(await screen.findByRole("button", { name: "Export as CSV" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Your password"), "secret{Enter}");
    const code = await dialog.findByLabelText("Code from your authenticator app");
    answer(proveFactor, { data: { token: "renewed" } });
    answer(exportMembers, { data: new Blob(["name"]) });
    vi.stubGlobal(
      "URL",
      Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }),
    );
    await user.type(code, "123456{Enter}");
    await screen.findByText("The file was saved.");
    expect(sentTo(exportMembers).map(({ input }) => input.body)).toEqual([
      { password: "secret" },
      { password: "secret" },
    ]);
  });
});
