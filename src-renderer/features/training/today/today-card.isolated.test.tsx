import { cleanup, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listDogs } from "#shared/api/dogs.ts";
import {
  listTraining,
  recordStep,
  setTrainingTimer,
  stopTraining,
  undoStep,
  type TrainingPlan,
} from "#shared/api/training.ts";
import { queryClient } from "#renderer/api-client/query.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import {
  sampleDone,
  samplePlan as planOf,
  sampleSession as session,
  secondPlan,
  trainingDay as today,
} from "#renderer/testing/sample-plan.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { chooseInMenu, stubShowModal } from "#renderer/testing/step-dialog.ts";
import { dog } from "#renderer/features/dogs/testing/sample-dogs.ts";
import { TodayCard } from "./today-card.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

beforeEach(() => {
  // jsdom knows no media queries.
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  stubShowModal();
  vi.setSystemTime(`${today}T10:00:00`);
  useSession.setState({ status: "ready", token: "t1", user: ada });
});

function open(...items: TrainingPlan[]) {
  answer(listDogs, { data: { items: [dog()] } });
  answer(listTraining, { data: { items } });
  return renderPage(<TodayCard />);
}

/** Chooses what is rarely done with a session. */
const choose = (user: ReturnType<typeof renderPage>, name: string) =>
  chooseInMenu(user, "More options", name);

describe("the first card of the dashboard", () => {
  it("leads to the protocols while none is followed", async () => {
    open();
    const link = await screen.findByRole("link", { name: "Choose a protocol" });
    expect(link.getAttribute("href")).toBe("/protocols");
  });

  it("leads members without a dog to adding one, and to the protocols", async () => {
    open();
    answer(listDogs, { data: { items: [] } });
    const links = await screen.findAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual(["Add your dog", "Choose a protocol"]);
    expect(links[0]?.getAttribute("href")).toBe("/dashboard?tab=dogs");
  });

  it("tells on a rest day when the next session is, and lets one train all the same", async () => {
    const user = open(planOf({ next: { ...session, dueOn: "2026-11-27" } }));
    await screen.findByText(/Rest day. Next session: Friday,? 27 November/);
    expect(screen.queryByRole("button", { name: "Start" })).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Train today anyway" }));
    screen.getByRole("button", { name: "Start" });
  });

  it("says so when the protocol is finished, by today's training or an earlier one", async () => {
    open(planOf({ next: null }));
    await screen.findByRole("heading", { name: /Weave poles.* is finished/ });
    screen.getByText(/^Every session is behind you/);
    cleanup();
    queryClient.clear();
    open({ ...sampleDone(), next: null });
    await screen.findByText(/^Done for today, and with the whole protocol/);
  });

  it("says after a reload, too, what came of today's session, which can be undone", async () => {
    const user = open(sampleDone(8));
    await screen.findByText(/^8 of 10 right\. Passed\./);
    answer(undoStep, { data: planOf({ revision: 6 }) });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("The last step has been undone.");
    cleanup();
    queryClient.clear();
    const [step] = sampleDone(8).steps;
    open({ ...sampleDone(), steps: step ? [{ ...step, on: "2026-11-20" }] : [] });
    await screen.findByRole("heading", { name: "From the sides" });
    expect(screen.queryByText(/Passed/)).toBeNull();
  });

  it("says so when the protocol was removed", async () => {
    open(planOf({ next: null, protocol: null }));
    await screen.findByRole("heading", { name: "No longer in the library" });
  });

  it("begins with the dog that has a session today, and switches to another", async () => {
    const resting = secondPlan({ next: { ...session, dueOn: "2026-11-27" } });
    const user = open(resting, planOf());
    await screen.findByText("Today’s session · Rex");
    await user.click(await screen.findByRole("button", { name: "Ida: Weave poles" }));
    await screen.findByText(/Rest day.* · Ida/);
  });
});

describe("a plan that has ended", () => {
  const finished = planOf({ next: null });
  const chips = () => within(screen.getByRole("group", { name: "Protocols that you follow" }));

  it("is neither shown nor offered while others are unfinished", async () => {
    const resting = { next: { ...session, dueOn: "2026-11-27" } };
    open(finished, secondPlan(resting), planOf({ id: "3", dog: null, ...resting }));
    await screen.findByText(/Rest day.* · Ida/);
    expect(chips().getAllByRole("button")).toHaveLength(2);
    expect(chips().queryByRole("button", { name: /Rex/ })).toBeNull();
  });

  it("stays on screen right after its last session", async () => {
    const user = open(planOf(), secondPlan());
    answer(recordStep, { data: planOf({ revision: 5, next: null }) });
    await choose(user, "Skip this session");
    await screen.findByRole("heading", { name: /Weave poles.* is finished/ });
    await user.click(chips().getByRole("button", { name: /Ida/ }));
    expect(screen.queryByRole("group", { name: "Protocols that you follow" })).toBeNull();
  });

  it("can be stopped, also once its protocol is gone", async () => {
    const user = open(planOf({ next: null, protocol: null }), secondPlan());
    await user.click(await screen.findByRole("button", { name: /No longer in the library/ }));
    answer(stopTraining, { data: undefined });
    await user.click(await screen.findByRole("button", { name: "Stop following it" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Stop following" }));
    await screen.findByText("Today’s session · Ida");
    expect(sentTo(stopTraining)[0]?.input.params).toEqual({ id: planOf().id });
  });
});

describe("an answer", () => {
  it("names the session and the revision that it is about, once for a double click", async () => {
    const user = open(planOf());
    const { promise, resolve } = Promise.withResolvers<{ data: TrainingPlan }>();
    answer(recordStep, promise);
    await choose(user, "Enter the result");
    await user.dblClick(await screen.findByRole("button", { name: "8 of 10" }));
    resolve({ data: sampleDone(8) });
    await screen.findByText(/8 of 10 right/);
    expect(sentTo(recordStep).map(({ input }) => input.body)).toEqual([
      { today, week: 1, session: 0, revision: 4, outcome: { result: "counted", right: 8 } },
    ]);
    screen.getByText(/Next session: Friday,? 27 November/);
  });

  it("that comes after another window's shows the current state and says so", async () => {
    const user = open(planOf());
    const conflict = { kind: "rejected", message: "", status: 409, code: "conflict" } as const;
    answer(recordStep, { error: conflict });
    await screen.findByRole("button", { name: "Start" });
    const now = planOf({ revision: 5, next: { ...session, title: "From the sides" } });
    answer(listTraining, { data: { items: [now] } });
    await choose(user, "Skip this session");
    await screen.findByText(/in another window/);
    await screen.findByRole("region", { name: "From the sides" });
  });

  it("that the plan has no room for says so", async () => {
    const user = open(planOf());
    const full = { kind: "rejected", message: "", status: 409, code: "limit-reached" } as const;
    answer(recordStep, { error: full });
    await choose(user, "Skip this session");
    await screen.findByText(/cannot take any more steps/);
    await choose(user, "Enter the result");
    await user.click(await screen.findByRole("button", { name: "8 of 10" }));
    await screen.findByText(/cannot take any more steps/);
    expect(screen.queryByText(/in another window/)).toBeNull();
  });
});

describe("the focus", () => {
  const isAtHeading = (name: string | RegExp) =>
    vi.waitUntil(
      () => document.activeElement === screen.queryByRole("heading", { level: 2, name }),
    );

  it("goes to the next session once a result is recorded", async () => {
    const user = open(planOf());
    answer(recordStep, { data: sampleDone(8) });
    await choose(user, "Enter the result");
    await user.click(await screen.findByRole("button", { name: "8 of 10" }));
    expect(await isAtHeading("From the sides")).toBe(true);
  });

  it("goes to the end of the protocol after its last session", async () => {
    const user = open(planOf());
    answer(recordStep, { data: { ...sampleDone(), next: null } });
    await choose(user, "Skip this session");
    expect(await isAtHeading(/is finished/)).toBe(true);
  });

  it("stays in its place where a session is trained early, and on the way back from its result", async () => {
    const user = open(planOf({ next: { ...session, dueOn: "2026-11-27" } }));
    await user.click(await screen.findByRole("button", { name: "Train today anyway" }));
    expect(await isAtHeading(/Two gates/)).toBe(true);
    await choose(user, "Enter the result");
    await user.click(await screen.findByRole("button", { name: "Back" }));
    const start = await screen.findByRole("button", { name: "Start" });
    expect(document.activeElement).toBe(start);
  });
});

describe("the timer", () => {
  it("is stopped, and the session stays where it is", async () => {
    const running = { secondsLeft: 500, isRunning: true };
    const user = open(planOf({ timer: running }));
    answer(setTrainingTimer, { data: planOf() });
    await choose(user, "Stop the timer");
    await screen.findByRole("button", { name: "Start" });
    expect(sentTo(setTrainingTimer)[0]?.input.body).toMatchObject({ timer: null });
  });

  it("sends its changes one after the other, so that the last one made is the last to arrive", async () => {
    const user = open(planOf({ timer: { secondsLeft: 480, isRunning: true } }));
    let answerFirst = () => {};
    const first = new Promise<{ data: TrainingPlan }>((resolve) => {
      answerFirst = () => resolve({ data: planOf() });
    });
    answer(setTrainingTimer, first);
    await user.click(await screen.findByRole("button", { name: "Continue" }));
    await user.click(await screen.findByRole("button", { name: "1 min" }));
    await user.click(screen.getByRole("button", { name: "Pause" }));
    expect(sentTo(setTrainingTimer)).toHaveLength(1);
    answerFirst();
    await vi.waitFor(() => expect(sentTo(setTrainingTimer)).toHaveLength(2));
    const timers = sentTo(setTrainingTimer).map(({ input }) => input.body);
    expect(timers).toMatchObject([
      { timer: { secondsLeft: 540, isRunning: true } },
      { timer: { secondsLeft: 540, isRunning: false } },
    ]);
  });

  it("that is paused lets a session that is due go first, one that runs does not", async () => {
    const later = { ...session, dueOn: "2026-11-27" };
    const paused = secondPlan({ next: later, timer: { secondsLeft: 9, isRunning: false } });
    open(paused, planOf());
    await screen.findByText("Today’s session · Rex");
    cleanup();
    queryClient.clear();
    open(planOf(), secondPlan({ next: later, timer: { secondsLeft: 9, isRunning: true } }));
    await screen.findByText("Today’s session · Ida");
  });

  it("that ran out says so", async () => {
    open(planOf({ timer: { secondsLeft: 0, isRunning: true } }));
    expect((await screen.findByRole("alert")).textContent).toBe("Time is up.");
  });
});
