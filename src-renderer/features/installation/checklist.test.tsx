import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import {
  type Checklist as Steps,
  getChecklist,
  type SetUpStep,
  setUpSteps,
  skipSetUpStep,
} from "#shared/api/checklist.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { Checklist } from "./checklist.tsx";

/** Returns the list with all steps done but some. */
const listWith = (states: Partial<Record<SetUpStep, Steps[number]["state"]>>): Steps =>
  setUpSteps.map((step) => ({ step, state: states[step] ?? "done" }));

beforeEach(() => answer(getChecklist, { data: listWith({ mail: "open", legal: "open" }) }));

const list = () => screen.queryByRole("region", { name: "Setting up" });
const button = (name: string) => screen.findByRole("button", { name });

it("tells what is done, and leads to where the rest is done", async () => {
  renderPage(<Checklist />);
  await screen.findByText("6 of 8 done");
  const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Test the e-mail server")).toBe("/dashboard?section=services");
  expect(hrefOf("Write your own")).toBe("/dashboard?section=settings");
  expect(screen.getAllByRole("link")).toHaveLength(2);
  expect(screen.getByText(/^Payments$/).closest("li")?.textContent).toBe("Payments: Done");
});

it("skips a step, takes that back, and goes with the last one that was open", async () => {
  const user = renderPage(
    <main id="content" tabIndex={-1}>
      <Checklist />
    </main>,
  );
  answer(skipSetUpStep, { data: listWith({ mail: "open", legal: "skipped" }) });
  await user.click(await button("Not needed: Legal texts"));
  // A skipped step is none that was done.
  await screen.findByText("6 of 8 done, 1 not needed");
  await user.click(await button("Put back: Legal texts"));
  expect(sentTo(skipSetUpStep).map(({ input }) => [input.params, input.body])).toEqual([
    [{ step: "legal" }, { isSkipped: true }],
    [{ step: "legal" }, { isSkipped: false }],
  ]);
  answer(skipSetUpStep, { data: listWith({ mail: "skipped", legal: "skipped" }) });
  await user.click(await button("Not needed: E-mail"));
  await waitFor(() => expect(list()).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

it("says that a step could not be skipped, and keeps it", async () => {
  const user = renderPage(<Checklist />);
  await user.click(await button("Not needed: E-mail"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/connection/);
  await button("Not needed: E-mail");
});

it.each([
  ["in demo mode, which has no steps", []],
  ["once everything is done or skipped", listWith({ prices: "skipped" })],
])("is not there %s", async (_, data) => {
  answer(getChecklist, { data });
  renderPage(<Checklist />);
  await waitFor(() => expect(sentTo(getChecklist)).toHaveLength(1));
  expect(list()).toBeNull();
});
