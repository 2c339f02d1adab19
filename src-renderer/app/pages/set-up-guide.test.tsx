import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type Checklist,
  getChecklist,
  type SetUpStep,
  setUpSteps,
  skipSetUpStep,
} from "#shared/api/checklist.ts";
import { beginEnrolment, confirmEnrolment, getSecondFactor } from "#shared/api/second-factor.ts";
import { getSettings } from "#shared/api/settings.ts";
import { getMe, type User } from "#shared/api/user.ts";
import { settings } from "#renderer/features/settings/testing/sample-settings.ts";
import { endSessionHere } from "#renderer/session/session-end.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { SetUpGuide } from "./set-up-guide.tsx";

const admin: User = { ...ada, roles: ["ROLE_ADMIN"] };

const listWith = (states: Partial<Record<SetUpStep, Checklist[number]["state"]>>): Checklist =>
  setUpSteps.map((step) => ({ step, state: states[step] ?? "open" }));

beforeEach(() => {
  signIn({ token: "t", user: admin });
  answer(getChecklist, { data: listWith({}) });
  answer(getSecondFactor, { data: { since: null, recoveryCodesLeft: 0 } });
  answer(getSettings, { data: settings });
});
afterEach(endSessionHere);

function Guide({ first = 0, user = admin }: { first?: number; user?: User }) {
  const [at, setAt] = useState(first);
  return <SetUpGuide user={user} mail="works" at={at} onStep={async (step) => setAt(step)} />;
}

const step = (name: string) => screen.findByRole("heading", { level: 2, name });
const press = (name: string) => screen.findByRole("button", { name });

it("leads through the steps of the checklist, each with the focus on its heading, and skips one for now", async () => {
  const user = renderPage(<Guide />);
  await step("Step 1 of 8: Your second factor");
  await user.click(await press("Skip for now"));
  const heading = await step("Step 2 of 8: Name and seller");
  expect(document.activeElement).toBe(heading);
  // The first form is there, without a press.
  expect(await screen.findByLabelText("Name of the portal")).toHaveProperty("value", "Ringside");
  screen.getByRole("button", { name: "Change: Colours" });
  await user.click(await press("Skip for now"));
  expect(document.activeElement).toBe(await step("Step 3 of 8: Languages, kinds and parts"));
  expect(sentTo(skipSetUpStep)).toEqual([]);
});

it("takes a step that is not needed off the checklist, and goes on", async () => {
  const user = renderPage(<Guide first={1} />);
  answer(skipSetUpStep, { data: listWith({ seller: "skipped" }) });
  await user.click(await press("Not needed"));
  await step("Step 3 of 8: Languages, kinds and parts");
  expect(sentTo(skipSetUpStep).map(({ input }) => input.params)).toEqual([{ step: "seller" }]);
});

it("says that a step could not be skipped, and stays", async () => {
  const user = renderPage(<Guide first={1} />);
  await user.click(await press("Not needed"));
  await screen.findByRole("alert");
  await step("Step 2 of 8: Name and seller");
});

it("says which step is done, and goes on from it", async () => {
  answer(getChecklist, { data: listWith({ seller: "done" }) });
  const user = renderPage(<Guide first={1} />);
  await screen.findByText("Done");
  expect(screen.queryByRole("button", { name: "Skip for now" })).toBeNull();
  await press("Change: Name and seller");
  await user.click(await press("Continue"));
  await step("Step 3 of 8: Languages, kinds and parts");
});

it("has no way on while the key, and then the codes, are shown: they are shown once", async () => {
  // Not by role: the page around a dialog that closes has none for a while.
  const waysOn = () =>
    screen
      .queryAllByText(/^(Skip for now|Not needed|Continue|Go to your dashboard)$/)
      .filter((way) => !way.closest("[hidden]"))
      .map((way) => way.textContent);
  const user = renderPage(<Guide />);
  await user.click(await press("Turn on"));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Current password"), "secret");
  answer(beginEnrolment, {
    data: { secret: "ABCD", uri: "otpauth://totp/x", picture: { size: 1, path: "" } },
  });
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  await user.type(await screen.findByLabelText("Code from your authenticator app"), "123456");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(waysOn()).toEqual([]);
  answer(confirmEnrolment, { data: { token: "renewed", recoveryCodes: ["one", "two"] } });
  await user.click(await press("Turn on"));
  await screen.findByLabelText("Recovery codes");
  expect(waysOn()).toEqual([]);
  answer(getSecondFactor, { data: { since: "2026-11-26T10:00:00Z", recoveryCodesLeft: 2 } });
  answer(getMe, { data: admin });
  await user.click(await press("I have saved them"));
  await waitFor(() => expect(waysOn()).toEqual(["Continue", "Go to your dashboard"]));
});

it("ends with the first entry and the dashboard", async () => {
  renderPage(<Guide first={7} />);
  await step("Step 8 of 8: First entry");
  await screen.findByRole("link", { name: "Write it in the studio" });
  const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Write it in the studio")).toBe("/studio");
  expect(hrefOf("Go to your dashboard")).toBe("/dashboard");
  expect(screen.queryByRole("button")).toBeNull();
});

it("has only the second factor for an admin who needs one, and asks for nothing else", async () => {
  const locked = { ...admin, lacksAdminFactor: true };
  renderPage(<Guide first={3} user={locked} />);
  await step("Step 1 of 8: Your second factor");
  screen.getByText(/the admin’s pages stay closed/);
  expect(screen.queryByRole("button", { name: "Skip for now" })).toBeNull();
  await waitFor(() => expect(sentTo(getSecondFactor)).not.toEqual([]));
  expect(sentTo(getChecklist)).toEqual([]);
  screen.getByRole("link", { name: "Go to your dashboard" });
});
