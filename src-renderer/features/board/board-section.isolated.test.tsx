import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getBoard, type Board } from "#shared/api/board.ts";
import { exportBooks } from "#shared/api/books.ts";
import { getLeaving } from "#shared/api/leaving.ts";
import { countStudio } from "#shared/api/studio.ts";
import { setFeatureFlag } from "#shared/api/feature-flags.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { businessDay } from "#renderer/i18n/formats.ts";
import { useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { BoardSection } from "./board-section.tsx";
import { sampleBoard as sample, sampleFlag as flag } from "./testing/sample-board.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

/** Has the API answer with another board from now on, and waits until it is read again. */
async function next(board: Board) {
  answer(getBoard, { data: board });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
}

/** The value of a figure. */
const figure = (label: string) =>
  screen.getByText(label, { selector: "dt, dt *" }).closest("div")?.querySelector("dd")
    ?.textContent;

beforeEach(() => {
  useSession.setState({ token: "t" });
  answer(getBoard, { data: sample });
  answer(getLeaving, { data: { reasons: [], skipped: 0, offers: [], texts: [] } });
});

const show = async () => {
  const user = renderPage(<BoardSection />);
  await screen.findByText("Members now");
  return user;
};

describe("the board", () => {
  it("shows the figures, money by currency, and what members read", async () => {
    await show();
    expect(figure("Members now")).toBe("1,204");
    expect(figure("Joined")).toBe("12");
    expect(figure("Left")).toBe("3");
    expect(figure("Revenue")).toBe("€900.50 · −PLN\u00A040");
    expect(screen.getAllByText("billing.renew")).toHaveLength(2); // below the figure, and in the list
    const entry = screen.getByRole("link", { name: "Weave entries" });
    expect(entry.getAttribute("href")).toBe("/articles/weave-entries");
    screen.getByText("7 views");
    screen.getByText("Version 1.4.2");
  });

  it("is read again as a background request, which is no use of the session", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await show();
    await next(sample);
    const isBackground = sentTo(getBoard).map(({ input }) => input.background ?? false);
    expect(isBackground).toEqual([false, true]);
  });

  it("leads to the lists of what it counts", async () => {
    await show();
    const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    const members = "/dashboard?section=members&status=";
    expect(hrefOf("Members now")).toBe(`${members}active`);
    expect(hrefOf("Joined")).toBe(`${members}joined`);
    expect(hrefOf("Left")).toBe(`${members}left`);
    expect(hrefOf("Payment overdue")).toBe(`${members}past-due`);
    expect(hrefOf("Failed payments")).toBe(`${members}payment-trouble`);
    expect(hrefOf("Messages to answer")).toBe("/dashboard?section=messages");
    for (const name of ["Revenue", "Stuck jobs"]) {
      expect(screen.queryByRole("link", { name })).toBeNull();
    }
  });

  it("leads from members whom the former site charges to taking them over", async () => {
    answer(getBoard, { data: { ...sample, chargedElsewhere: 2 } });
    await show();
    const link = screen.getByRole("link", { name: "Take over" });
    expect(link.getAttribute("href")).toBe("/dashboard?section=members&import=new#take-over");
  });

  it("tells what is being written, each number a link to its list", async () => {
    answer(countStudio, { data: { drafts: 3, ready: 1, scheduled: 2, outdated: 4 } });
    await show();
    const part = within(screen.getByRole("region", { name: "Writing" }));
    const hrefOf = (name: string) => part.getByRole("link", { name }).getAttribute("href");
    await part.findByText("4");
    expect(hrefOf("Drafts")).toBe("/studio?state=draft");
    expect(hrefOf("Ready")).toBe("/studio?state=ready");
    expect(hrefOf("Scheduled")).toBe("/studio?state=scheduled");
    expect(hrefOf("Polish outdated")).toBe("/studio?translation=outdated");
    expect(hrefOf("Write")).toBe("/studio");
  });

  it("is read again every ten seconds, and announces what changed", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await show();
    const live = () =>
      [...document.querySelectorAll("[aria-live=polite]")].map((one) => one.textContent).join("");
    expect(live()).toBe("");
    await next({ ...sample, members: 1206, unanswered: 1 });
    expect(figure("Members now")).toBe("1,206");
    expect(live()).toBe("Members now: 1,206. Messages to answer: 1.");
  });

  it("hides the figures from somebody who is no admin any more", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await show();
    const error = { kind: "rejected" as const, status: 403, message: "" };
    answer(getBoard, { error });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await screen.findByText(/no longer an admin/);
    expect(screen.queryByText("Members now")).toBeNull();
  });
});

describe("a flag", () => {
  const toggle = () => screen.getByRole<HTMLInputElement>("switch", { name: "Login closed" });
  const dialog = () => screen.findByRole("dialog");

  it("is switched once somebody has confirmed it, knowing whom it affects", async () => {
    const user = await show();
    await user.click(toggle());
    expect((await dialog()).textContent).toContain("admins included");
    expect((await dialog()).textContent).toContain("1,204 members");
    expect(sentTo(setFeatureFlag)).toHaveLength(0);
    answer(setFeatureFlag, { data: { ...flag("login-disabled", true), version: 2 } });
    await user.click(within(await dialog()).getByRole("button", { name: "Turn on" }));
    await waitFor(() => expect(toggle().checked).toBe(true));
    expect(sentTo(setFeatureFlag)[0]?.input).toMatchObject({
      params: { key: "login-disabled" },
      body: { on: true },
    });
  });

  it("stays as it was after a failure, which is said", async () => {
    const user = await show();
    answer(setFeatureFlag, { error: { kind: "unexpected", message: "" } });
    await user.click(toggle());
    await user.click(within(await dialog()).getByRole("button", { name: "Turn on" }));
    expect((await screen.findByRole("alert")).textContent).toContain("It is as it was");
    expect(toggle().checked).toBe(false);
  });

  it("is read only while pages follow LaunchDarkly, whose value it shows", async () => {
    const flags = { ...sample.flags, pagesFollow: "launchdarkly" as const };
    answer(getBoard, { data: { ...sample, flags } });
    useFlags.setState({ loginDisabled: true });
    await show();
    screen.getByText(/Change these flags in its dashboard/);
    expect(toggle().disabled).toBe(true);
    expect(toggle().checked).toBe(true);
    useFlags.setState({ loginDisabled: false });
  });

  it("is read only while LaunchDarkly decides about the API's flags, whose value it shows", async () => {
    const items = sample.flags.items.map((item) => ({
      ...item,
      on: item.key === "login-disabled",
    }));
    const flags = { ...sample.flags, decidedBy: "launchdarkly" as const, items };
    answer(getBoard, { data: { ...sample, flags } });
    await show();
    screen.getByText(/These flags are set in LaunchDarkly/);
    expect(screen.queryByText(/npm run flags/)).toBeNull();
    expect(toggle().disabled).toBe(true);
    expect(toggle().checked).toBe(true);
  });

  it("saves the books of a month as a file, after asking for the password", async () => {
    const user = await show();
    const books = within(screen.getByRole("region", { name: "Books" }));
    await user.selectOptions(books.getByLabelText("Month"), businessDay(Date.now()).slice(0, 7));
    await user.click(books.getByRole("button", { name: "Download" }));
    const question = within(await screen.findByRole("dialog"));
    await user.type(question.getByLabelText("Current password"), "secret");
    answer(exportBooks, { data: new Blob(["number"]) });
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    await user.click(question.getByRole("button", { name: "Download" }));
    await books.findByText("The file was saved.");
    const month = businessDay(Date.now()).slice(0, 7);
    expect(click).toHaveBeenCalledOnce();
    click.mockRestore();
    expect(sentTo(exportBooks)[0]?.input.body).toEqual({ month, password: "secret" });
  });
});
