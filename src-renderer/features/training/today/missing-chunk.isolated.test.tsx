import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listTraining } from "#shared/api/training.ts";
import "#renderer/testing/after-each.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { samplePlan, trainingDay } from "#renderer/testing/sample-plan.ts";
import { TodayCard } from "./today-card.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));
vi.mock("./result-form.tsx", () => {
  throw new Error("The chunk is gone.");
});

beforeEach(() => {
  vi.setSystemTime(`${trainingDay}T10:00:00`);
  // React reports what a boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

it("a part of the session that does not load leaves the card as it was, and says so", async () => {
  answer(listTraining, { data: { items: [samplePlan()] } });
  const user = renderPage(<TodayCard />);
  await user.click(await screen.findByRole("button", { name: "Enter the result" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("Something went wrong. Try again in a moment.");
  screen.getByRole("button", { name: "Start" });
});
