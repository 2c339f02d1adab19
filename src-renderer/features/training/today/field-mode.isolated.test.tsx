import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { listDogs } from "#shared/api/dogs.ts";
import { listTraining, recordStep, type TrainingPlan } from "#shared/api/training.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { stubShowModal } from "#renderer/testing/step-dialog.ts";
import {
  sampleDone,
  samplePlan,
  sampleSession,
  secondPlan,
  trainingDay,
} from "#renderer/testing/sample-plan.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { TodayCard } from "./today-card.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

beforeEach(() => {
  vi.setSystemTime(`${trainingDay}T10:00:00`);
  // jsdom knows no media queries.
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  stubShowModal();
});

function open(plans: TrainingPlan[], path = "/") {
  answer(listDogs, { data: { items: [] } });
  answer(listTraining, { data: { items: plans } });
  return renderPage(<TodayCard />, path);
}

const [rex, ida] = [samplePlan(), secondPlan()];

it("a reload opens the session of the dog that was trained, and says whose it is", async () => {
  const user = open([rex, ida]);
  await user.click(await screen.findByRole("button", { name: /Ida/ }));
  await user.click(await screen.findByRole("button", { name: "Start" }));
  await expectAddress(`/?field=${ida.id}.${ida.revision}.0`);
  const name = "Training with Ida: Two gates in a row, Weave poles";
  await screen.findByRole("dialog", { name });
});

it("an address opens its own plan, and it stays chosen afterwards", async () => {
  const user = open([rex, ida], `/?field=${ida.id}.${ida.revision}.0`);
  const field = await screen.findByRole("dialog", { name: /^Training with Ida/ });
  await user.click(within(field).getByRole("button", { name: "Leave field mode" }));
  screen.getByText("Today’s session · Ida");
});

it.each([
  ["no plan", "0"],
  ["a plan that is not followed any more", "00000000-0000-4000-8000-00000000000f.4.0"],
  ["a session that was recorded meanwhile", `${rex.id}.3.0`],
  ["a step that does not exist", `${rex.id}.4.9`],
])("an address of %s opens nothing and is dropped", async (_, value) => {
  open([rex, ida], `/?field=${value}`);
  await screen.findByText("Today’s session · Rex");
  await expectAddress("/");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("pages turn by swiping to the side, and the first one says so", async () => {
  open([rex], `/?field=${rex.id}.4.0`);
  const field = within(await screen.findByRole("dialog"));
  field.getByText("Swipe to turn pages.");
  field.getByText("Use the arrow keys to turn pages.");
  const swipe = (text: string, from: number, to: number) => {
    const step = field.getByText(text);
    fireEvent.touchStart(step, { touches: [{ clientX: from, clientY: 300 }] });
    fireEvent.touchEnd(step, { changedTouches: [{ clientX: to, clientY: 310 }] });
  };
  swipe("Set a second pair.", 300, 280);
  field.getByRole("heading", { name: "Step 1 of 2" });
  swipe("Set a second pair.", 300, 100);
  await field.findByRole("heading", { name: "Step 2 of 2" });
  swipe("Reward after it.", 100, 300);
  await field.findByRole("heading", { name: "Step 1 of 2" });
});

const byClass = [
  {
    label: "Bar height",
    cm: { extraSmall: 10, small: 15, medium: 20, intermediate: 25, large: 30 },
  },
];
const measured = (plan: TrainingPlan, heightClass: "small" | "large" | null) => ({
  ...plan,
  dog: plan.dog && { ...plan.dog, heightClass },
  next: { ...sampleSession, byClass },
});

it("dogs of two classes see different values", async () => {
  const user = open([measured(rex, "large"), measured(ida, "small")]);
  await user.click(await screen.findByRole("button", { name: "Start" }));
  const field = () => within(screen.getByRole("dialog"));
  field().getByText("Bar height: 30 cm (Rex, Large)");
  await user.click(field().getByRole("button", { name: "Leave field mode" }));
  await user.click(await screen.findByRole("button", { name: /Ida/ }));
  await user.click(await screen.findByRole("button", { name: "Start" }));
  field().getByText("Bar height: 15 cm (Ida, Small)");
});

/** Opens the field mode of Rex at a step. */
async function openField(step: number, plan = rex) {
  const user = open([plan], `/?field=${rex.id}.${rex.revision}.${step}`);
  const field = within(await screen.findByRole("dialog"));
  const press = async (name: string, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      await user.click(field.getByRole("button", { name }));
    }
  };
  return { user, field, press };
}

it("repeats are counted while the dog works, taken back, and saved", async () => {
  useSession.setState({ status: "ready", token: "t1", user: ada });
  const vibrate = vi.fn();
  Object.assign(navigator, { vibrate });
  const rule = { kind: "counted", repetitions: 3, toGoOn: 2, toGoBack: null } as const;
  const plan = samplePlan({ next: { ...sampleSession, rule } });
  const { field, press } = await openField(0, plan);
  await press("Right");
  await press("Not right");
  field.getByText("1 right · 2 of 3 counted");
  expect(vibrate).toHaveBeenCalledTimes(2);
  await press("Undo the last one");
  cleanup(); // as a reload does, which keeps the count
  const again = await openField(0, plan);
  again.field.getByText("1 right · 1 of 3 counted");
  await again.press("Not right", 2);
  await again.press("Result"); // nothing is left to count
  answer(recordStep, { data: sampleDone(1) });
  await again.press("Save");
  await vi.waitFor(() =>
    expect(sentTo(recordStep)[0]?.input.body).toMatchObject({
      outcome: { result: "counted", right: 1 },
    }),
  );
  await vi.waitFor(() => expect(sessionStorage.getItem("field-mode")).toBeNull());
  Reflect.deleteProperty(navigator, "vibrate");
});

it("asks only for what was not counted, and for nothing once everything was", async () => {
  const { field, press } = await openField(0);
  await press("Right", 3);
  await press("Not right", 4);
  await press("Next");
  await press("Result");
  const answers = () => field.queryAllByRole("button", { name: /^\d+ of 10$/ });
  expect(answers().map((button) => button.textContent)).toEqual(["3", "4", "5", "6"]);
  await press("Right", 3);
  field.getByRole("heading", { name: "6 of 10 right. Repeat this session next time." });
  expect(document.activeElement?.textContent).toContain("6 of 10 right");
  expect(answers()).toEqual([]);
  field.getByRole("button", { name: "Save" });
});

it("a count that is complete leaves no dead button and no running timer, and room for a note", async () => {
  const { field, press } = await openField(
    0,
    samplePlan({ timer: { secondsLeft: 300, isRunning: true } }),
  );
  await press("Right", 10);
  await press("Result");
  field.getByRole("heading", { name: "10 of 10 right. Passed." });
  const names = field
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent);
  expect(names).not.toContain("Right");
  expect(field.queryByRole("timer")).toBeNull();
  await press("Add a note");
  field.getByRole("textbox", { name: "Note on this session" });
});

it("goes on where it was left, with its count", async () => {
  const { user, press } = await openField(0);
  await press("Right", 2);
  await press("Next");
  await press("Leave field mode");
  await user.click(await screen.findByRole("button", { name: "Continue" }));
  await screen.findByRole("heading", { name: "Step 2 of 2" });
  within(screen.getByRole("dialog")).getByText("2 right · 2 of 10 counted");
});

it("keeps its controls from step to step", async () => {
  const { field, press } = await openField(0);
  const controls = ["Right", "Not right", "Undo the last one", "Start the timer: 10 min", "Back"];
  const expectControls = () => {
    for (const name of controls) field.getByRole("button", { name });
  };
  expectControls();
  await press("Next");
  expectControls();
  await press("Result");
  expectControls();
});

it("looks as the device asks, until the user chooses, for good", async () => {
  const isLight = (field: ReturnType<typeof within>) =>
    field.getByRole("button", { name: "Dark on light" }).getAttribute("aria-pressed");
  const first = await openField(0);
  expect(isLight(first.field)).toBe("false");
  await first.press("Dark on light");
  expect(isLight(first.field)).toBe("true");
  cleanup();
  const second = await openField(0);
  expect(isLight(second.field)).toBe("true");
  platform.remove("fieldTheme");
});

it("is read aloud only once that was asked for", async () => {
  const speak = vi.fn();
  vi.stubGlobal("speechSynthesis", { speak, cancel: vi.fn() });
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      lang = "";
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  const { press } = await openField(0);
  await press("Next");
  expect(speak).not.toHaveBeenCalled();
  await press("Read aloud");
  expect(speak.mock.lastCall?.[0]).toMatchObject({ text: "Reward after it.", lang: "en" });
  await press("Back");
  expect(speak.mock.lastCall?.[0]).toMatchObject({ text: "Set a second pair." });
  cleanup();
  vi.unstubAllGlobals();
});
