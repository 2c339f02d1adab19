import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { checkUndoToken, undoEmailChange } from "#shared/api/account.ts";
import { checkResetToken, forgotPassword, logout, resetPassword } from "#shared/api/sign-in.ts";
import { routes } from "#shared/routes.ts";
import { clearCache } from "#renderer/api-client/cache.ts";
import { onFailed } from "#renderer/api-client/client.ts";
import { signIn, signOut, useSession } from "#renderer/session/session-store.ts";
import { answer, resetApi, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import ForgotPasswordPage from "./forgot-password-page.tsx";
import ResetPasswordPage from "./reset-password-page.tsx";
import UndoEmailChangePage from "./undo-email-change-page.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

const invalid = {
  error: { kind: "rejected", message: "", status: 404, code: "token-invalid" },
} as const;
const kim = {
  id: undefined,
  name: "Kim",
  email: "kim@example.com",
  roles: [],
  subscriptionOwned: false,
  subscriptionPending: false,
  subscriptionPastDue: false,
};

const pages = (
  <Routes>
    <Route path={routes.resetPassword.path} element={<ResetPasswordPage />} />
    <Route path={routes.undoEmailChange.path} element={<UndoEmailChangePage />} />
  </Routes>
);

afterEach(() => {
  clearCache();
  resetApi();
  signOut();
});

it("an invalid reset link offers a new one", async () => {
  answer(checkResetToken, invalid);
  renderPage(pages, "/reset-password/old.one");
  expect((await screen.findByRole("alert")).textContent).toContain("no longer valid");
  const anew = screen.getByRole("link", { name: "Ask for a new link" });
  expect(anew.getAttribute("href")).toBe("/forgot-password");
  expect(screen.queryByRole("form")).toBeNull();
});

it("offers a retry when a reset link could not be checked", async () => {
  const user = renderPage(pages, "/reset-password/good.one");
  const retry = await screen.findByRole("button", { name: "Try again" });
  answer(checkResetToken, { data: { email: "kim@example.com" } });
  await user.click(retry);
  await screen.findByText(/kim@example.com/);
});

it("a new password logs this device out", async () => {
  signIn({ token: "old", user: kim });
  answer(checkResetToken, { data: { email: "kim@example.com" } });
  answer(resetPassword, { data: "" });
  const user = renderPage(pages, "/reset-password/good.one");
  await user.type(await screen.findByLabelText("New password"), "a long password");
  await user.type(await screen.findByLabelText("Repeat password"), "another password");
  await user.click(await screen.findByRole("button", { name: "Change my password" }));
  await screen.findByText("Password do not match");
  expect(sentTo(resetPassword)).toHaveLength(0);
  await user.clear(await screen.findByLabelText("Repeat password"));
  await user.type(await screen.findByLabelText("Repeat password"), "a long password");
  await user.click(await screen.findByRole("button", { name: "Change my password" }));
  await screen.findByText(/Your password has been changed/);
  expect(useSession.getState().user).toBeNull();
  expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login");
  expect(sentTo(resetPassword)[0]?.input.params).toEqual({ token: "good.one" });
});

it("shows all errors of a new password at once, including the server's", async () => {
  answer(checkResetToken, { data: { email: "kim@example.com" } });
  const user = renderPage(pages, "/reset-password/good.one");
  await user.type(await screen.findByLabelText("New password"), "short");
  await user.type(await screen.findByLabelText("Repeat password"), "another");
  const submit = screen.getByRole("button", { name: "Change my password" });
  await user.click(submit);
  await screen.findByText("At least 8 characters, please");
  screen.getByText("Password do not match");
  const fields = { repeat: "Field is required" };
  answer(resetPassword, {
    error: { kind: "rejected", message: "", status: 400, code: "validation", fields },
  });
  for (const label of ["New password", "Repeat password"]) {
    await user.clear(await screen.findByLabelText(label));
    await user.type(await screen.findByLabelText(label), "a long password");
  }
  await user.click(submit);
  await screen.findByText("Field is required");
  expect(sentTo(resetPassword)[0]?.input.body).toEqual({
    password: "a long password",
    repeat: "a long password",
  });
});

it("undoes a change of address only on a click, logs out, and asks for a new password", async () => {
  signIn({ token: "dead", user: kim });
  answer(checkUndoToken, { data: { email: "kim@example.com" } });
  answer(checkResetToken, { data: { email: "kim@example.com" } });
  answer(undoEmailChange, { data: { email: "kim@example.com", resetToken: "reset.one" } });
  const failed = vi.fn<() => void>();
  const stop = onFailed(failed);
  const user = renderPage(pages, "/undo-email-change/undo.one");
  await screen.findByText("kim@example.com");
  expect(sentTo(undoEmailChange)).toHaveLength(0);
  answer(checkUndoToken, invalid); // used up by the click
  await user.click(await screen.findByRole("button", { name: "Undo the change" }));
  await screen.findByText(/has the address kim@example.com again/);
  await expectAddress("/reset-password/reset.one");
  screen.getByLabelText("New password");
  expect(useSession.getState()).toMatchObject({ token: null, user: null });
  expect(sentTo(undoEmailChange)[0]?.input.params).toEqual({ token: "undo.one" });
  expect(sentTo(checkUndoToken)).toHaveLength(1);
  expect(sentTo(logout)).toHaveLength(1);
  expect(failed).not.toHaveBeenCalled();
  stop();
});

it.each(["before it is opened", "while the page stands open"])(
  "an undo link that no longer works (%s) says so, and links to the contact page",
  async (when) => {
    const early = when.startsWith("before");
    answer(checkUndoToken, early ? invalid : { data: { email: "kim@example.com" } });
    answer(undoEmailChange, invalid);
    const user = renderPage(pages, "/undo-email-change/undo.one");
    if (!early) {
      const undo = await screen.findByRole("button", { name: "Undo the change" });
      answer(checkUndoToken, invalid);
      await user.click(undo);
    }
    expect((await screen.findByRole("alert")).textContent).toContain("no longer valid");
    const contact = screen.getByRole("link", { name: "Write to us" });
    expect(contact.getAttribute("href")).toBe("/contact");
    expect(screen.queryByRole("button", { name: "Undo the change" })).toBeNull();
  },
);

it("a failed undo can be tried again and keeps the session", async () => {
  signIn({ token: "alive", user: kim });
  answer(checkUndoToken, { data: { email: "kim@example.com" } });
  const user = renderPage(pages, "/undo-email-change/undo.one");
  await user.click(await screen.findByRole("button", { name: "Undo the change" }));
  expect((await screen.findByRole("alert")).textContent).toContain("no connection");
  screen.getByRole("button", { name: "Undo the change" });
  expect(useSession.getState().token).toBe("alive");
});

const taken = {
  error: { kind: "rejected", message: "", status: 409, code: "address-taken" },
} as const;

const takenText = "Another account now has this address. Write to us, and we’ll sort it out.";
/** Where the link within the failure leads. */
const wayOut = () => screen.getByRole("link", { name: "Write to us" }).getAttribute("href");

it("links to the contact page when the undone address belongs to another account", async () => {
  answer(checkUndoToken, { data: { email: "kim@example.com" } });
  answer(undoEmailChange, taken);
  const user = renderPage(pages, "/undo-email-change/undo.one");
  await user.click(await screen.findByRole("button", { name: "Undo the change" }));
  expect((await screen.findByRole("alert")).textContent).toBe(takenText);
  expect(wayOut()).toBe("/contact");
});

it("links to the contact page when the address of a reset belongs to another account", async () => {
  answer(checkResetToken, { data: { email: "kim@example.com" } });
  answer(resetPassword, taken);
  const user = renderPage(pages, "/reset-password/good.one");
  await user.type(await screen.findByLabelText("New password"), "a long password");
  await user.type(await screen.findByLabelText("Repeat password"), "a long password");
  await user.click(await screen.findByRole("button", { name: "Change my password" }));
  expect((await screen.findByRole("alert")).textContent).toBe(takenText);
  expect(wayOut()).toBe("/contact");
});

it("says how long to wait before a change can be undone", async () => {
  answer(checkUndoToken, { data: { email: "kim@example.com" } });
  const error = { kind: "rejected", message: "", status: 429, retryAfter: 30 } as const;
  answer(undoEmailChange, { error: { ...error, code: "too-many-requests" } });
  const user = renderPage(pages, "/undo-email-change/undo.one");
  await user.click(await screen.findByRole("button", { name: "Undo the change" }));
  expect((await screen.findByRole("alert")).textContent).toContain("in 30 seconds");
});

it("confirms a reset request without revealing whether the address is known", async () => {
  answer(forgotPassword, { data: "" });
  const user = renderPage(<ForgotPasswordPage />);
  await user.type(await screen.findByRole("textbox"), "nobody@example.com");
  await user.click(await screen.findByRole("button", { name: "Send me a link" }));
  await screen.findByText(/If there is an account with the address nobody@example.com/);
});
