import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { saveTrainingNote, type TrainingPlan } from "../../../../../src-shared/api/training.ts";
import { loadNamespaces } from "../../../../i18n/i18n.ts";
import { answer, resetApi } from "../../../../testing/fake-api.ts";
import { renderPage } from "../../../../testing/render-page.tsx";
import { SessionMark } from "./session-mark.tsx";

vi.mock("../../../../api-client/transport.ts", () => import("../../../../testing/fake-api.ts"));
afterEach(resetApi);

const plan: TrainingPlan = {
  id: "00000000-0000-4000-8000-000000000001",
  slug: "weave-poles",
  dog: null,
  startedOn: "2026-11-25",
  weekdays: [1, 3, 5],
  revision: 1,
  protocol: { title: "Weave poles", language: "en", motif: "weave-poles", weeks: [3] },
  next: null,
  steps: [],
  unknownSteps: 0,
  notes: [],
  timer: null,
};

it("a saved note gives the focus back to the button that opened it", async () => {
  await loadNamespaces(["training"]);
  answer(saveTrainingNote, { data: plan });
  const user = renderPage(
    <SessionMark plan={plan} place={{ week: 0, session: 0 }} today="2026-11-25" />,
  );
  await user.click(await screen.findByRole("button", { name: /note/i }));
  await user.type(await screen.findByRole("textbox"), "Fast.");
  await user.click(screen.getByRole("button", { name: "Save the note" }));
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /note/i })),
  );
  expect(screen.queryByRole("textbox")).toBeNull();
});
