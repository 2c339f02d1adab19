import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { getLeaving, type Leaving } from "#shared/api/leaving.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { LeavingPart } from "./leaving-part.tsx";

const nobody: Leaving = { reasons: [], skipped: 0, offers: [], texts: [] };

beforeEach(() => useSession.setState({ token: "t" }));

const show = (leaving: Leaving) => {
  answer(getLeaving, { data: leaving });
  return renderPage(<LeavingPart />);
};

/** Returns the rows as they are shown, each with its number. */
const rows = () => screen.getAllByRole("term").map((term) => term.parentElement?.textContent ?? "");

it("counts the reasons, the most frequent first, then who gave none and whom an offer has kept", async () => {
  show({
    ...nobody,
    reasons: [
      { reason: "too-expensive", count: 2 },
      { reason: "no-time", count: 1204 },
      { reason: "technical-problems", count: 0 },
    ],
    skipped: 7,
    offers: [
      { offer: "yearly", count: 3 },
      { offer: "pause", count: 1 },
    ],
  });
  await screen.findByText("1,204");
  expect(rows()).toEqual([
    "I don’t have enough time for it1,204",
    "It is too expensive for me2",
    "Gave no reason7",
    "Stayed, and pay yearly instead3",
    "Stayed, and asked for a pause1",
  ]);
});

it("lists what members wrote, with a link to the member as long as there is an account", async () => {
  const text = { at: "2026-11-16T12:00:00Z", reason: null, memberId: null };
  const user = show({
    ...nobody,
    skipped: 2,
    texts: [
      { ...text, id: "1", text: "The videos stop.", reason: "technical-problems", memberId: "m1" },
      { ...text, id: "2", text: "My dog has retired." },
    ],
  });
  await user.click(await screen.findByText("What they wrote"));
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toContain("16 November 2026 · I have had technical problems");
  const link = within(first!).getByRole("link");
  expect(link.getAttribute("href")).toBe("/dashboard?section=members&member=m1");
  expect(second?.textContent).toContain("My dog has retired.");
  expect(within(second!).queryByRole("link")).toBeNull();
});

it("says so when nobody has cancelled", async () => {
  show(nobody);
  await screen.findByText("Nobody has cancelled in the last twelve months.");
});
