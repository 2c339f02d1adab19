import { act, cleanup, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  changeEmail,
  confirmEmailChange,
  getEmailChange,
  resendEmailCode,
  withdrawEmailChange,
} from "#shared/api/account.ts";
import type { ErrorCode } from "#shared/api/errors.ts";
import { getMe } from "#shared/api/user.ts";
import { configureClient } from "#renderer/api-client/client.ts";
import { queryClient } from "#renderer/api-client/query.ts";
import { signIn, useSession, useUser } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { focusRingRules } from "#renderer/theme/focus-ring.ts";
import { EmailChange } from "./email-change.tsx";
import { ada } from "#renderer/testing/sample-user.ts";

const kim = {
  ...ada,
  id: undefined,
  name: "Kim",
  email: "kim@example.com",
  subscriptionOwned: false,
};
const mailed = {
  email: "new@example.com",
  expiresAt: "2026-01-01T12:30:00Z",
  resendAt: "2026-01-01T12:00:30Z",
};
const refused = (code: ErrorCode, status: number) =>
  ({ error: { kind: "rejected", message: "", status, code } }) as const;

const offline = { error: { kind: "offline", message: "" } } as const;
const moved = { ...kim, email: "new@example.com" };
const noAnswer = new Promise<never>(() => {});

function Change() {
  const user = useUser();
  return user && <EmailChange user={user} />;
}

const code = () => screen.findByRole("textbox", { name: "Six-digit code" });
const newAddress = () => screen.findByLabelText("New e-mail address");

async function askForCode(user: UserEvent): Promise<HTMLElement> {
  await user.type(await newAddress(), "new@example.com");
  await user.type(await screen.findByLabelText("Current password"), "the password");
  await user.click(await screen.findByRole("button", { name: "Change address" }));
  return code();
}

beforeEach(() => {
  signIn({ token: "mine", user: kim });
  answer(getEmailChange, { data: { change: null } });
  answer(changeEmail, { data: mailed });
  answer(getMe, { data: kim });
});
afterEach(() => configureClient({ token: () => null, language: () => "en" }));

it("continues after a reload without taking the focus", async () => {
  answer(getEmailChange, { data: { change: mailed } });
  renderPage(<Change />);
  await code();
  screen.getByText("new@example.com");
  expect(document.activeElement).toBe(document.body);
});

it("can be requested although the pending change could not be loaded", async () => {
  answer(getEmailChange, { error: { kind: "offline", message: "" } });
  renderPage(<Change />);
  expect(await newAddress()).toHaveProperty("value", "");
});

it.each([
  ["change-over", 404, "The code has expired"],
  ["address-taken", 409, "belongs to another account"],
] as const)("says why it failed, and keeps the address (%s)", async (why, status, text) => {
  answer(confirmEmailChange, refused(why, status));
  const user = renderPage(<Change />);
  await user.type(await askForCode(user), "482913");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(text);
  expect(alert.textContent).toContain("still kim@example.com");
  expect(await newAddress()).toHaveProperty("value", "new@example.com");
  expect(screen.getByLabelText("Current password")).toHaveProperty("value", "");
  expect(useSession.getState().user?.email).toBe("kim@example.com");
});

it("can be withdrawn, and its address corrected", async () => {
  answer(withdrawEmailChange, { data: "" });
  const user = renderPage(<Change />);
  await askForCode(user);
  await user.click(await screen.findByRole("button", { name: "Cancel the change" }));
  await screen.findByText(/The change was cancelled/);
  expect(sentTo(withdrawEmailChange)).toHaveLength(1);
  expect(await newAddress()).toHaveProperty("value", "new@example.com");
});

it.each([
  ["confirming it again", "Confirm the new address"],
  ["asking for another code", "Send a new code"],
  ["cancelling", "Cancel the change"],
])("is done when only the answer to the code was lost (%s)", async (_, button) => {
  answer(confirmEmailChange, offline);
  const user = renderPage(<Change />);
  await user.type(await askForCode(user), "482913");
  expect((await screen.findByRole("alert")).textContent).toContain("no connection");
  answer(confirmEmailChange, refused("change-over", 404));
  answer(resendEmailCode, refused("change-over", 404));
  answer(withdrawEmailChange, { data: "" });
  answer(getMe, { data: moved });
  await user.click(await screen.findByRole("button", { name: button }));
  await screen.findByText("Your address is now new@example.com.");
  expect(screen.queryByText(/still/)).toBeNull();
});

it("shows no result while it is unknown", async () => {
  answer(confirmEmailChange, refused("change-over", 404));
  answer(getMe, offline);
  const user = renderPage(<Change />);
  await user.type(await askForCode(user), "482913");
  expect((await screen.findByRole("alert")).textContent).toContain("no connection");
  expect(screen.queryByText(/still/)).toBeNull();
  answer(getMe, { data: kim });
  await user.click(await screen.findByRole("button", { name: "Confirm the new address" }));
  await screen.findByText(/still kim@example.com/);
});

it("keeps the input while the pending change is loaded again", async () => {
  answer(getEmailChange, offline);
  const user = renderPage(<Change />);
  await user.type(await newAddress(), "new@example.com");
  answer(getEmailChange, noAnswer);
  act(() => void queryClient.refetchQueries());
  await waitFor(() => expect(sentTo(getEmailChange)).toHaveLength(2));
  expect(screen.getByLabelText("New e-mail address")).toHaveProperty("value", "new@example.com");
});

it("shows on return that the change has ended, before it is loaded again", async () => {
  answer(getEmailChange, { data: { change: mailed } });
  answer(withdrawEmailChange, { data: "" });
  const user = renderPage(<Change />);
  await code();
  await user.click(await screen.findByRole("button", { name: "Cancel the change" }));
  await screen.findByText(/was cancelled/);
  cleanup();
  answer(getEmailChange, noAnswer);
  renderPage(<Change />);
  screen.getByLabelText("New e-mail address");
  expect(screen.queryByRole("textbox", { name: "Six-digit code" })).toBeNull();
});

it.each([
  ["a success", { data: moved }, "Your address is now new@example.com."],
  ["a failure", refused("address-taken", 409), /Yours is still kim@example.com/],
])("draws no focus ring around a text that is only announced (%s)", async (_, outcome, text) => {
  answer(confirmEmailChange, outcome);
  const user = renderPage(<Change />);
  await user.type(await askForCode(user), "482913");
  const notice = await screen.findByText(text);
  await waitFor(() => expect(document.activeElement).toBe(notice));
  const ringless = Object.entries(focusRingRules)
    .filter(([, rule]) => rule.outline.startsWith("none"))
    .map(([selector]) => selector.replaceAll(":focus-visible", ":focus"));
  expect(notice.matches(ringless.join())).toBe(true);
});

it("requests another code, and goes back to the form when the change is over", async () => {
  answer(resendEmailCode, { data: mailed });
  const user = renderPage(<Change />);
  await askForCode(user);
  await user.click(await screen.findByRole("button", { name: "Send a new code" }));
  await screen.findByText(/A new code is on its way/);
  answer(resendEmailCode, refused("change-over", 404));
  await user.click(await screen.findByRole("button", { name: "Send a new code" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The code has expired");
});
