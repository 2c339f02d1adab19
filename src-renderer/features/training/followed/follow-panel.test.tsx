import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listDogs, type Dog } from "#shared/api/dogs.ts";
import {
  listTraining,
  restartTraining,
  setTrainingDog,
  type TrainingPlan,
} from "#shared/api/training.ts";
import { dog } from "#renderer/features/dogs/testing/sample-dogs.ts";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { samplePlan, trainingDay } from "#renderer/testing/sample-plan.ts";
import { FollowPanel } from "./follow-panel.tsx";
import { useFollowed } from "./use-followed.ts";

beforeEach(() => void vi.setSystemTime(`${trainingDay}T10:00:00`));

const protocol = entry({
  kind: "protocols",
  slug: "weave-poles",
  title: "Weave poles",
  protocol: {
    level: "beginner",
    weeks: 1,
    highImpact: true,
    firstWeek: { title: "One", sessions: [] },
  },
  weeks: [],
});

const ida = dog({ id: "00000000-0000-4000-8000-000000000004", name: "Ida", heights: [] });

function Panel() {
  return <FollowPanel entry={protocol} followed={useFollowed("weave-poles")} />;
}

function open(plans: TrainingPlan[], dogs: Dog[]) {
  answer(listTraining, { data: { items: plans } });
  answer(listDogs, { data: { items: dogs } });
  return renderPage(<Panel />);
}

const conflict = { kind: "rejected", message: "", status: 409, code: "conflict" } as const;

it("a restart after another window's change closes, and shows the current state", async () => {
  const user = open([samplePlan()], []);
  await user.click(await screen.findByRole("button", { name: "More options" }));
  await user.click(await screen.findByRole("menuitem", { name: "Start again" }));
  answer(restartTraining, { error: conflict });
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Start again" }));
  await screen.findByText(/in another window/);
  expect(screen.queryByRole("dialog")).toBeNull();
});

describe("without a dog", () => {
  it("the start warns of jumps, with a link to add a dog", async () => {
    const user = open([], []);
    await user.click(await screen.findByRole("button", { name: "Follow this protocol" }));
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText(/only once your dog is fully grown: at 12 to 18 months/);
    const link = dialog.getByRole("link", { name: "Add your dog" });
    expect(link.getAttribute("href")).toBe("/dashboard?tab=dogs");
  });

  it("a plan is given a dog later", async () => {
    const user = open([samplePlan({ dog: null })], [ida]);
    const given = samplePlan({ dog: { id: ida.id, name: "Ida", heightClass: null } });
    answer(setTrainingDog, { data: given });
    await user.click(await screen.findByRole("button", { name: "Train with this dog" }));
    await screen.findByText(/^Ida: Week 2/);
    expect(sentTo(setTrainingDog)[0]?.input.body).toEqual({ today: trainingDay, dogId: ida.id });
    expect(screen.queryByRole("button", { name: "Train with this dog" })).toBeNull();
  });

  it("a plan leads to where one is added", async () => {
    open([samplePlan({ dog: null })], []);
    await screen.findByRole("link", { name: "Add a dog" });
  });
});
