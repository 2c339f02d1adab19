import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { listTraining } from "#shared/api/training.ts";
import {
  exportDiary,
  getDiarySummary,
  listDiary,
  type DiarySession,
  type DiarySummary,
} from "#shared/api/training-diary.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { samplePlan, sampleSession, trainingDay as today } from "#renderer/testing/sample-plan.ts";
import DiarySection from "./diary-section.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));
vi.mock("#renderer/components/bar-chart.tsx", () => ({ default: () => null }));

beforeEach(() => void vi.setSystemTime(`${today}T10:00:00`));

const rex = { id: "00000000-0000-4000-8000-000000000002", name: "Rex" };
const ida = { id: "00000000-0000-4000-8000-000000000004", name: "Ida" };
const protocol = { slug: "weave-poles", title: "Weave poles", language: "en" as const };
const { week, session, title, minutes, rule } = sampleSession;

const trained = (changes: Partial<DiarySession> = {}): DiarySession => ({
  id: "1.0",
  planId: samplePlan().id,
  dog: rex,
  protocol,
  session: { week, session, title, minutes, rule },
  result: "done",
  counted: { right: 9, of: 10 },
  on: "2026-11-23",
  note: "Wet grass.",
  ...changes,
});

const summary: DiarySummary = {
  days: [
    { on: "2026-11-16", sessions: 1, minutes: 10 },
    { on: "2026-11-23", sessions: 2, minutes: 20 },
  ],
  results: [
    { protocol, kind: "counted", criterion: null, right: 24, of: 30, done: 2, again: 1, back: 0 },
  ],
  dogs: [rex, ida],
  protocols: [protocol],
};

function open(path = "/dashboard?tab=training", items = [trained()]) {
  answer(getDiarySummary, { data: summary });
  answer(listDiary, { data: { items, nextCursor: null } });
  return renderPage(<DiarySection />, path);
}

it("lists sessions with day, dog, result, minutes and note", async () => {
  open();
  const list = within(await screen.findByRole("list", { name: "Sessions" }));
  const text = (await list.findByRole("listitem")).textContent;
  for (const part of [
    "23 November 2026\u00A0· Rex\u00A0· 10 min",
    "Two gates in a\u00A0row",
    "9 of 10 right · Moved on",
  ]) {
    expect(text).toContain(part);
  }
  list.getByText("Wet grass.");
});

it("shows a criterion of the protocol's own words, and sessions that it no longer has", async () => {
  const judged = { kind: "judged", criterion: "Eats at once.", goBack: null } as const;
  open(undefined, [
    trained({ counted: null, session: { week, session, title, minutes, rule: judged } }),
    trained({ id: "1.1", session: null }),
  ]);
  await screen.findByText("Criterion: Eats at once.");
  screen.getByText("No longer part of the protocol");
});

it("praises weeks in a row, and says nothing when there are none", async () => {
  open();
  await screen.findByText("2 weeks in a row with training");
});

it("keeps the dog that it is narrowed to in the address", async () => {
  const user = open();
  await user.selectOptions(await screen.findByLabelText("Dog"), "Ida");
  await expectAddress(`/dashboard?tab=training&dog=${ida.id}`);
  await vi.waitFor(() => expect(sentTo(listDiary).at(-1)?.input.query).toEqual({ dog: ida.id }));
  expect(sentTo(getDiarySummary).at(-1)?.input.query).toEqual({ dog: ida.id });
});

it("begins with the sessions, and leads to them when a day is chosen in the calendar", async () => {
  const user = open();
  await screen.findByRole("list", { name: "Sessions" });
  expect(
    screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent),
  ).toEqual(["Training diary", "Sessions", "Calendar", "Minutes by week", "Results by criterion"]);
  await user.click(screen.getByRole("button", { name: /23 November/ }));
  const ofDay = await screen.findByRole("heading", { name: /Sessions .*23 November/ });
  expect(document.activeElement).toBe(ofDay);
  await user.click(screen.getByRole("button", { name: "Show all days" }));
  expect(document.activeElement).toBe(await screen.findByRole("heading", { name: "Sessions" }));
});

it("ignores what cannot be a filter", async () => {
  open("/dashboard?tab=training&dog=rex&day=soon&month=13");
  await screen.findByRole("list", { name: "Sessions" });
  expect(sentTo(listDiary).at(-1)?.input.query).toEqual({});
  screen.getByText("November 2026");
});

it("turns to earlier months, and not beyond the current one", async () => {
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Next month" }));
  await user.click(screen.getByRole("button", { name: "Previous month" }));
  await screen.findByText("October 2026");
  await expectAddress("/dashboard?tab=training&month=2026-10");
});

it("says the numbers of both pictures as tables", async () => {
  const user = open();
  await screen.findByRole("heading", { name: "Minutes by week" });
  for (const closed of screen.getAllByText("Show as a table")) await user.click(closed);
  const byWeek = within(screen.getByRole("table", { name: "Minutes by week" }));
  byWeek.getByRole("row", { name: "23 November 2026 20" });
  byWeek.getByRole("row", { name: "9 November 2026 0" });
  const byCriterion = within(screen.getByRole("table", { name: "Results by criterion" }));
  byCriterion.getByRole("row", { name: "Weave poles 2 1 0" });
});

it("says how to begin while nothing was trained", async () => {
  answer(getDiarySummary, { data: { days: [], results: [], dogs: [], protocols: [] } });
  answer(listTraining, { data: { items: [samplePlan()] } });
  renderPage(<DiarySection />);
  await screen.findByRole("heading", { name: /Your first session/ });
  const link = await screen.findByRole("link", { name: "To today’s session" });
  expect(link.getAttribute("href")).toBe("/dashboard");
});

it("exports what the filter shows", async () => {
  const user = open(`/dashboard?tab=training&protocol=weave-poles&day=2026-11-23`);
  await user.click(await screen.findByRole("button", { name: "Download as CSV" }));
  expect(sentTo(exportDiary)[0]?.input.query).toEqual({ protocol: "weave-poles" });
});
