import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { expect, it } from "vitest";
import { checkUndoToken, undoEmailChange } from "#shared/api/account.ts";
import { checkResetToken, resetPassword } from "#shared/api/sign-in.ts";
import { routes } from "#shared/routes.ts";
import { signIn, useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import ResetPasswordPage from "./reset-password-page.tsx";
import UndoEmailChangePage from "./undo-email-change-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";

const invalid = {
  error: { kind: "rejected", message: "", status: 404, code: "token-invalid" },
} as const;
const kim = {
  ...ada,
  id: undefined,
  name: "Kim",
  email: "kim@example.com",
  subscriptionOwned: false,
};

const pages = (
  <Routes>
    <Route path={routes.resetPassword.path} element={<ResetPasswordPage />} />
    <Route path={routes.undoEmailChange.path} element={<UndoEmailChangePage />} />
  </Routes>
);

it("an invalid reset link offers a new one", async () => {
  answer(checkResetToken, invalid);
  renderPage(pages, "/reset-password/old.one");
  expect((await screen.findByRole("alert")).textContent).toContain("no longer valid");
  const anew = screen.getByRole("link", { name: "Ask for a new link" });
  expect(anew.getAttribute("href")).toBe("/forgot-password");
  expect(screen.queryByRole("form")).toBeNull();
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

const addressTaken = {
  error: { kind: "rejected", message: "", status: 409, code: "address-taken" },
} as const;

const takenText = "Another account now has this address. Write to us, and we’ll sort it out.";
/** Where the link within the failure leads. */
const wayOut = () => screen.getByRole("link", { name: "Write to us" }).getAttribute("href");

it("links to the contact page when the undone address belongs to another account", async () => {
  answer(checkUndoToken, { data: { email: "kim@example.com" } });
  answer(undoEmailChange, addressTaken);
  const user = renderPage(pages, "/undo-email-change/undo.one");
  await user.click(await screen.findByRole("button", { name: "Undo the change" }));
  expect((await screen.findByRole("alert")).textContent).toBe(takenText);
  expect(wayOut()).toBe("/contact");
});

it("links to the contact page when the address of a reset belongs to another account", async () => {
  answer(checkResetToken, { data: { email: "kim@example.com" } });
  answer(resetPassword, addressTaken);
  const user = renderPage(pages, "/reset-password/good.one");
  await user.type(await screen.findByLabelText("New password"), "a long password");
  await user.type(await screen.findByLabelText("Repeat password"), "a long password");
  await user.click(await screen.findByRole("button", { name: "Change my password" }));
  expect((await screen.findByRole("alert")).textContent).toBe(takenText);
  expect(wayOut()).toBe("/contact");
});
