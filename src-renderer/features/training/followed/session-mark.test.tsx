import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { saveTrainingNote, type TrainingPlan } from "#shared/api/training.ts";
import { samplePlan } from "#renderer/testing/sample-plan.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { SessionMark } from "./session-mark.tsx";

const plan = samplePlan({
  dog: null,
  revision: 1,
  protocol: { title: "Weave poles", language: "en", motif: "weave-poles", weeks: [3] },
  next: null,
});

it("a saved note gives the focus back to the button that opened it", async () => {
  answer(saveTrainingNote, { data: plan });
  const user = renderPage(
    <SessionMark plan={plan} place={{ week: 0, session: 0 }} today="2026-11-25" />,
  );
  await user.click(await screen.findByRole("button", { name: /note/i }));
  await user.type(await screen.findByRole("textbox"), "Fast.");
  await user.click(await screen.findByRole("button", { name: "Save the note" }));
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /note/i })),
  );
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("a session that a way back leads to is planned again, whatever was trained before", () => {
  const steps: TrainingPlan["steps"] = [
    { week: 0, session: 0, result: "done", right: 8, on: "2026-11-25" },
    { week: 0, session: 1, result: "done", right: 5, of: 6, on: "2026-11-27" },
    {
      week: 0,
      session: 2,
      result: "back",
      right: 1,
      of: 6,
      on: "2026-11-30",
      to: { week: 0, session: 1 },
    },
  ];
  const marks = [0, 1, 2].map((session) => (
    <div key={session} data-testid={`mark-${session}`}>
      <SessionMark plan={{ ...plan, steps }} place={{ week: 0, session }} today="2026-11-30" />
    </div>
  ));
  renderPage(marks);
  const texts = [0, 1, 2].map((session) => screen.getByTestId(`mark-${session}`).textContent);
  expect(texts[0]).toMatch(/^Done on Wednesday,? 25 November, 8 of 10 right/);
  expect(texts[1]).toMatch(/^Planned for Wednesday,? 2 December/);
  expect(texts[2]).toMatch(/^Planned for Friday,? 4 December/);
});
