import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listDogs } from "#shared/api/dogs.ts";
import { listTraining, recordStep } from "#shared/api/training.ts";
import { watchConnection } from "#renderer/api-client/connection.ts";
import { useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import {
  sampleDone,
  samplePlan,
  sampleSession,
  trainingDay,
} from "#renderer/testing/sample-plan.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { chooseInMenu, stubShowModal } from "#renderer/testing/step-dialog.ts";
import { dog } from "#renderer/features/dogs/testing/sample-dogs.ts";
import { TodayCard } from "./today-card.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

watchConnection();

beforeEach(() => {
  useSession.setState({ status: "ready", token: "t1", user: ada });
  vi.setSystemTime(`${trainingDay}T10:00:00`);
  vi.stubGlobal("fetch", async () => new Response("{}"));
  // jsdom knows no media queries.
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  stubShowModal();
});

function open(plan = samplePlan(), path = "/") {
  answer(listTraining, { data: { items: [plan] } });
  answer(listDogs, { data: { items: [dog()] } });
  return renderPage(<TodayCard />, path);
}

/** Chooses what is rarely done with a session. */
const choose = (user: ReturnType<typeof renderPage>, name: string) =>
  chooseInMenu(user, "More options", name);

const goOnline = () => window.dispatchEvent(new Event("online"));
const isSentTimes = (times: number) =>
  vi.waitFor(() => expect(sentTo(recordStep)).toHaveLength(times));
const failure = { kind: "unexpected", message: "", status: 500 } as const;

describe("a result without a connection", () => {
  it("stays in the form, which says so, and is sent by itself once there is one", async () => {
    const user = open();
    await choose(user, "Enter the result");
    await user.click(await screen.findByRole("button", { name: "9 of 10" }));
    await screen.findByText(/No connection\. “9 of 10” is kept here/);
    screen.getByRole("button", { name: "9 of 10" });
    answer(recordStep, { data: sampleDone() });
    goOnline();
    await screen.findByText("9 of 10 right. Passed.");
    const [first, second] = sentTo(recordStep).map(({ input }) => input.body);
    expect(second).toEqual(first);
    goOnline();
    expect(sentTo(recordStep)).toHaveLength(2);
  });

  it("keeps field mode open until it is recorded", async () => {
    const { id, revision } = samplePlan();
    const user = open(samplePlan(), `/?field=${id}.${revision}.2`);
    const field = within(await screen.findByRole("dialog"));
    await user.click(await field.findByRole("button", { name: "9 of 10" }));
    await field.findByText(/No connection\. “9 of 10” is kept here/);
    answer(recordStep, { data: sampleDone() });
    goOnline();
    await screen.findByText("9 of 10 right. Passed.");
    expect(screen.queryByRole("dialog")).toBeNull();
    await expectAddress("/");
  });

  it("is still in sight after field mode was left, and can be given up there", async () => {
    const { id, revision } = samplePlan();
    const user = open(samplePlan(), `/?field=${id}.${revision}.2`);
    const field = within(await screen.findByRole("dialog"));
    await user.click(await field.findByRole("button", { name: "9 of 10" }));
    await field.findByText(/is kept here/);
    await user.click(field.getByRole("button", { name: "Leave field mode" }));
    await screen.findByText(/No connection\. “9 of 10” is kept here/);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Do not send it" }));
    await screen.findByRole("button", { name: "Continue" });
    goOnline();
    expect(sentTo(recordStep)).toHaveLength(1);
  });

  it("keeps a session open that is trained before its day", async () => {
    const user = open(samplePlan({ next: { ...sampleSession, dueOn: "2026-11-27" } }));
    await user.click(await screen.findByRole("button", { name: "Train today anyway" }));
    await choose(user, "Enter the result");
    await user.click(await screen.findByRole("button", { name: "9 of 10" }));
    await screen.findByText(/is kept here/);
    answer(recordStep, { data: sampleDone() });
    goOnline();
    await screen.findByRole("button", { name: "Train today anyway" });
  });

  it("is not sent once it was given up", async () => {
    const user = open();
    await choose(user, "Enter the result");
    await user.click(await screen.findByRole("button", { name: "9 of 10" }));
    await screen.findByText(/is kept here/);
    await user.click(await screen.findByRole("button", { name: "Do not send it" }));
    await screen.findByRole("button", { name: "Start" });
    goOnline();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sentTo(recordStep)).toHaveLength(1);
  });
});

describe("a result that the server failed to record", () => {
  it("stays in the form, which says so, and is sent again by itself", async () => {
    const user = open();
    answer(recordStep, { error: failure });
    await choose(user, "Enter the result");
    await user.click(await screen.findByRole("button", { name: "9 of 10" }));
    await screen.findByText(/“9 of 10” could not be saved yet/);
    answer(recordStep, { data: sampleDone() });
    await screen.findByText("9 of 10 right. Passed.");
    await isSentTimes(2);
  });
});

describe("the question", () => {
  it("has the repetitions of the session, and the protocol's own numbers", async () => {
    const rule = { kind: "counted", repetitions: 6, toGoOn: 5, toGoBack: 4 } as const;
    const user = open(samplePlan({ next: { ...sampleSession, rule } }));
    await choose(user, "Enter the result");
    await screen.findByRole("group", { name: /How many of 6/ });
    screen.getByText(/At least 5 right.*At least 4.*Fewer: back/);
    expect(screen.getAllByRole("button", { name: /^\d of 6$/ })).toHaveLength(7);
  });

  it("is judged by the protocol's own criterion, without a count", async () => {
    const rule = { kind: "judged", criterion: "Calm breathing.", goBack: "week" } as const;
    const user = open(samplePlan({ next: { ...sampleSession, rule } }));
    await choose(user, "Enter the result");
    await screen.findByText("Calm breathing.");
    expect(screen.queryByRole("button", { name: /of \d/ })).toBeNull();
    screen.getByRole("button", { name: "Repeat it" });
    screen.getByRole("button", { name: "Repeat the week" });
    answer(recordStep, { data: sampleDone(null) });
    await user.click(await screen.findByRole("button", { name: "Done, continue" }));
    await screen.findByText("Your result is saved.");
    expect(sentTo(recordStep)[0]?.input.body).toMatchObject({ outcome: { result: "done" } });
  });
});
