import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import type { DraftProblem } from "#shared/api/studio.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { EntryForm, withField, type Fields } from "./field.tsx";
import { Weeks } from "./protocol-fields.tsx";
import { ShowDayFields } from "./show-day-fields.tsx";

function Form({ initial, problems }: { initial: Fields; problems: readonly DraftProblem[] }) {
  const [fields, setFields] = useState(initial);
  const form = {
    language: "en" as const,
    front: fields,
    onChange: (name: string, value: unknown) => setFields(withField(fields, name, value)),
  };
  return (
    <EntryForm value={{ problems, isReadOnly: false }}>
      <Weeks {...form} />
      <ShowDayFields {...form} />
      <output aria-label="Stored">{JSON.stringify(fields)}</output>
    </EntryForm>
  );
}

const open = (initial: Fields, problems: readonly DraftProblem[] = []) =>
  renderPage(<Form initial={initial} problems={problems} />);

const stored = () =>
  JSON.parse(screen.getByRole("status", { name: "Stored" }).textContent ?? "") as unknown;

const session = { title: "Curve", minutes: 12, description: "Bars." };

it("has measures of a session by height class, and none once the last one is deleted", async () => {
  const user = open({ weeks: [{ title: "Bars", sessions: [session] }] });
  await user.click(screen.getByRole("button", { name: "Week 1: Bars (1 session)" }));
  await user.click(screen.getByRole("button", { name: "By height class" }));
  await user.click(screen.getByRole("button", { name: "Add a measure" }));
  await user.keyboard("Bar height");
  await user.type(screen.getByLabelText("Small (cm)"), "12,5");
  await user.type(screen.getByLabelText("Large (cm)"), "30");
  const byClass = [{ label: "Bar height", cm: { small: 12.5, large: 30 } }];
  const weeks = [{ title: "Bars", sessions: [{ ...session, byClass }] }];
  expect(stored()).toEqual({ weeks });
  await user.click(screen.getByRole("button", { name: "Delete: Measure 1" }));
  expect(stored()).toEqual({ weeks: [{ title: "Bars", sessions: [session] }] });
});

it("has what an entry adds to the countdown to a show, with a time only on its day", async () => {
  const user = open({});
  await user.click(screen.getByRole("button", { name: "For the countdown to a show" }));
  await user.click(screen.getByRole("button", { name: "Add an item" }));
  expect(screen.queryByLabelText("Minutes before the start")).toBeNull();
  await user.keyboard("{Control>}a{/Control}0");
  await user.type(screen.getByLabelText("Minutes before the start"), "-30");
  await user.selectOptions(screen.getByLabelText("Part"), "Warm-up");
  await user.type(screen.getByLabelText("What to do"), "Walk");
  await user.click(screen.getByLabelText("Large"));
  const item = { daysBefore: 0, part: "warm-up", minutesBefore: -30, text: "Walk" };
  expect(stored()).toEqual({ showDay: [{ ...item, classes: ["large"] }] });
});

it("says when something is missing in what is folded", async () => {
  const byClass = [{ label: "Bar height", cm: {} }];
  const user = open({ weeks: [{ title: "Bars", sessions: [{ ...session, byClass }] }] }, [
    { place: "en.weeks.0.sessions.0.byClass.0.cm.small", message: "Field is required" },
  ]);
  await user.click(screen.getByRole("button", { name: /^Week 1/ }));
  expect(screen.getByText("Something is missing here.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "By height class (1)" }));
  expect(screen.queryByText("Something is missing here.")).toBeNull();
  expect(screen.getByText("Field is required")).toBeDefined();
});
