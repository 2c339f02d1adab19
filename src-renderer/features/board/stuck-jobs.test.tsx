import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { clearFailedJobs, getBoard, type Board } from "#shared/api/board.ts";
import { setAnswer, useApiQuery } from "#renderer/api-client/query.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { StuckJobs } from "./stuck-jobs.tsx";
import { sampleBoard } from "./testing/sample-board.ts";

const kind = {
  name: "contact.mail-answer",
  count: 3,
  failed: 2,
  since: "2026-02-27T10:00:00.000Z",
};
const boardWith = (kinds: Board["stuckJobs"]["kinds"]): Board => ({
  ...sampleBoard,
  stuckJobs: { count: kinds.length, kinds },
});

function Jobs() {
  const { data } = useApiQuery(getBoard, {});
  return data && <StuckJobs kinds={data.stuckJobs.kinds} />;
}

beforeEach(() => answer(getBoard, { data: boardWith([kind]) }));

const button = (name: string) => screen.findByRole("button", { name });
const dialog = () => screen.findByRole("dialog");

/** Confirms what one of the buttons asks. */
async function confirm(user: ReturnType<typeof renderPage>, what: "Try again" | "Dismiss") {
  const name = what === "Dismiss" ? `Dismiss ${kind.name}` : `Try ${kind.name} again`;
  await user.click(await button(name));
  await user.click(within(await dialog()).getByRole("button", { name: what }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

it("keeps an open dialog when they vanish, and says so once it is closed", async () => {
  const user = renderPage(<Jobs />);
  await user.click(await button(`Dismiss ${kind.name}`));
  await dialog();
  await act(() => setAnswer(getBoard, boardWith([])));
  await user.click(within(await dialog()).getByRole("button", { name: "Cancel" }));
  const report = await screen.findByRole("status");
  expect(report.textContent).toContain("no failed jobs left");
  await waitFor(() => expect(document.activeElement).toBe(report.parentElement));
});

it("says that nobody knows what happened when no answer arrived, also if none are left", async () => {
  const user = renderPage(<Jobs />);
  await button(`Dismiss ${kind.name}`);
  answer(clearFailedJobs, { error: { kind: "timeout", message: "" } });
  answer(getBoard, { data: boardWith([]) });
  await confirm(user, "Dismiss");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("not known");
  expect(alert.textContent).not.toContain("Nothing was changed");
});

it("says that nothing was changed when the portal refused", async () => {
  const user = renderPage(<Jobs />);
  answer(clearFailedJobs, { error: { kind: "rejected", status: 403, message: "" } });
  await confirm(user, "Try again");
  expect((await screen.findByRole("alert")).textContent).toContain("Nothing was changed");
});

it("says so when all of them are too old to be tried again", async () => {
  const user = renderPage(<Jobs />);
  answer(clearFailedJobs, { data: { count: 0 } });
  await confirm(user, "Try again");
  expect((await screen.findByRole("alert")).textContent).toContain("17 days");
});

it("has no buttons for jobs that are only late, and is not seen without any", async () => {
  answer(getBoard, { data: boardWith([{ ...kind, failed: 0 }]) });
  renderPage(<Jobs />);
  await screen.findByText(kind.name);
  expect(screen.queryByRole("button", { name: /contact.mail-answer/ })).toBeNull();
  await act(() => setAnswer(getBoard, boardWith([])));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Stuck jobs" })).toBeNull());
});
