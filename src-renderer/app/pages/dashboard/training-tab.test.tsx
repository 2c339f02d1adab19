import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { listTraining } from "#shared/api/training.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { samplePlan } from "#renderer/testing/sample-plan.ts";
import { ada as user } from "#renderer/testing/sample-user.ts";
import { TrainingTab } from "./training-tab.tsx";

beforeEach(() => useSession.setState({ status: "ready", token: "t1", user }));

const open = () =>
  renderPage(
    <TrainingTab loading="Loading">
      <button>In the diary</button>
    </TrainingTab>,
  );

/** Puts the focus into the diary, and returns where it is. */
async function enterDiary() {
  const inDiary = await screen.findByRole("button", { name: "In the diary" });
  inDiary.focus();
  return inDiary;
}

it("leaves the diary where it is when the plans load after a failure", async () => {
  open();
  const inDiary = await enterDiary();
  answer(listTraining, { data: { items: [samplePlan()] } });
  await act(() => refresh(listTraining));
  await screen.findByRole("link", { name: "Weave poles" });
  expect(document.activeElement).toBe(inDiary);
});

it("leaves the diary where it is at midnight", async () => {
  vi.setSystemTime("2026-11-25T23:59:00");
  answer(listTraining, { data: { items: [samplePlan()] } });
  open();
  const inDiary = await enterDiary();
  const { promise, resolve } = Promise.withResolvers<{ data: { items: [] } }>();
  answer(listTraining, promise);
  vi.setSystemTime("2026-11-26T00:00:00");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await vi.waitFor(() => expect(sentTo(listTraining)).toHaveLength(2));
  expect(document.activeElement).toBe(inDiary);
  resolve({ data: { items: [] } });
  await vi.waitFor(() => expect(screen.queryByRole("link", { name: "Weave poles" })).toBeNull());
  expect(document.activeElement).toBe(inDiary);
});

it("says how far each protocol has come, and leads to its session", async () => {
  vi.setSystemTime("2026-11-25T10:00:00");
  answer(listTraining, { data: { items: [samplePlan()] } });
  open();
  await screen.findByText("Week 2 of 2, session 1 · next: today");
  screen.getByRole("link", { name: "To the next session" });
});

it("says in which language the title of a protocol is", async () => {
  const { protocol } = samplePlan();
  if (!protocol) throw new Error("The sample has no protocol.");
  const plan = samplePlan({ protocol: { ...protocol, language: "pl" } });
  answer(listTraining, { data: { items: [plan] } });
  open();
  const link = await screen.findByRole("link", { name: "Weave poles" });
  expect(link.firstElementChild?.getAttribute("lang")).toBe("pl");
});
