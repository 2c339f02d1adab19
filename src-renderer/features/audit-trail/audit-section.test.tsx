import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import en from "#locales/en/audit.json";
import { exportAuditCsv, listAudit, type AuditEntry } from "#shared/api/audit.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { AuditSection } from "./audit-section.tsx";
import { auditFilterIn } from "./use-audit-filter.ts";

beforeEach(() =>
  useSession.setState({ status: "ready", token: "t1", user: { ...ada, roles: ["ROLE_ADMIN"] } }),
);

const robin = { id: "8d1f2d5e-3f5b-4a3c-9d59-0d8ff3a1c111", name: "Robin Vale", email: null };
const greta = { id: "8d1f2d5e-3f5b-4a3c-9d59-0d8ff3a1c222", name: "Greta Holm", email: null };

const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  at: "2026-03-01T12:00:00.000Z",
  act: "roles-changed",
  via: "portal",
  actor: greta,
  subject: robin,
  ip: "203.0.113.7",
  device: "Firefox, Windows",
  details: { role: "ROLE_JUDGE", given: true, note: "kept", until: null },
  ...changes,
});

const page = (items: AuditEntry[], nextCursor: string | null = null) =>
  answer(listAudit, { data: { items, nextCursor } });

/** Stands in for the account's dialog. */
const AskPassword = ({
  open,
  onPassword,
}: {
  open: boolean;
  onPassword: (it: string) => unknown;
}) => (open ? <button onClick={() => void onPassword("secret words")}>Confirm</button> : null);

const open = (address = "/dashboard?section=audit") =>
  renderPage(<AuditSection AskPassword={AskPassword} />, address);

const requestedFilters = () => sentTo(listAudit).map(({ input }) => input.query);

describe("the audit trail", () => {
  it("says who did what to whom, and from where", async () => {
    page([entry()]);
    open();
    const item = await screen.findByRole("listitem");
    within(item).getByText("Roles changed");
    within(item).getByRole("button", { name: "Greta Holm" });
    within(item).getByRole("button", { name: "Robin Vale" });
    const details = "Firefox, Windows · 203.0.113.7 · role: ROLE_JUDGE · given: yes · note: kept";
    within(item).getByText(details);
  });

  it("names every detail in words", async () => {
    const { currency: _, ...labels } = en.details;
    const details = Object.fromEntries(Object.keys(labels).map((name) => [name, "x"]));
    page([entry({ details, device: null, ip: null })]);
    open();
    const item = await screen.findByRole("listitem");
    within(item).getByText(
      Object.values(labels)
        .map((label) => `${label}: x`)
        .join(" · "),
    );
  });

  it.each([
    [entry({ actor: null }), "somebody not logged in"],
    [entry({ actor: null, via: "command" }), "a command of the operator"],
    [entry({ actor: null, via: "provider" }), "the payment provider"],
    [entry({ actor: { ...greta, name: null } }), "a deleted account"],
    [entry({ actor: { ...greta, email: "greta@example.com" } }), "Greta Holm (greta@example.com)"],
  ])("says of an actor what is known: %#", async (shown, text) => {
    page([shown]);
    open();
    expect((await screen.findByRole("listitem")).textContent).toContain(`By ${text}`);
  });

  it("asks for whole days, the last one included", async () => {
    page([entry()]);
    open("/dashboard?section=audit&from=2026-02-01&until=2026-02-03");
    await screen.findByRole("listitem");
    expect(requestedFilters()).toEqual([
      {
        from: new Date("2026-02-01T00:00").toISOString(),
        until: new Date("2026-02-04T00:00").toISOString(),
      },
    ]);
  });

  it("goes on with older entries, and focuses the first of the last page", async () => {
    page([entry()], "next");
    const person = open();
    const older = await screen.findByRole("button", { name: "Show older entries" });
    page([entry({ id: 2, act: "signed-in" })]);
    await person.click(older);
    await screen.findByText("2 entries shown");
    expect(requestedFilters().at(-1)).toEqual({ cursor: "next" });
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Logged in"));
    expect(screen.queryByRole("button", { name: "Show older entries" })).toBeNull();
  });

  it("is exported as it is narrowed, with the password", async () => {
    page([entry()]);
    answer(exportAuditCsv, { data: null });
    const person = open("/dashboard?section=audit&act=roles-changed");
    await person.click(await screen.findByRole("button", { name: "Export as CSV" }));
    await person.click(screen.getByRole("button", { name: "Confirm" }));
    await screen.findByText("The file is in your downloads.");
    expect(sentTo(exportAuditCsv).map(({ input }) => input.body)).toEqual([
      { act: "roles-changed", password: "secret words" },
    ]);
  });
});

it.each(["act=walked", "person=me", "from=2026-13-01", "until=soon"])(
  "An address with %s narrows nothing",
  (search) => {
    expect(auditFilterIn(new URLSearchParams(search))).toEqual({
      act: "",
      person: "",
      from: "",
      until: "",
    });
  },
);
