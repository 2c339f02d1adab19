import { screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import {
  checkResetToken,
  forgotPassword,
  getMe,
  resetPassword,
  verifyEmail,
} from "../../../src-shared/api/account.ts";
import { routes } from "../../../src-shared/routes.ts";
import { clearCache } from "../../api-client/cache.ts";
import { signIn, signOut, useSession } from "../../session/session-store.ts";
import { answer, resetApi, sentTo } from "../../testing/fake-api.ts";
import { renderPage } from "../../testing/render-page.tsx";
import ForgotPasswordPage from "./forgot-password-page.tsx";
import ResetPasswordPage from "./reset-password-page.tsx";
import VerifyEmailPage from "./verify-email-page.tsx";

vi.mock("../../api-client/transport.ts", () => import("../../testing/fake-api.ts"));

const invalid = {
  error: { kind: "rejected", message: "", status: 404, code: "token-invalid" },
} as const;
const kim = {
  id: undefined,
  name: "Kim",
  email: "kim@example.com",
  emailVerified: false,
  roles: [],
  subscriptionOwned: false,
  subscriptionPending: false,
};

const pages = (
  <Routes>
    <Route path={routes.resetPassword.path} element={<ResetPasswordPage />} />
    <Route path={routes.verifyEmail.path} element={<VerifyEmailPage />} />
  </Routes>
);

afterEach(() => {
  clearCache();
  resetApi();
  signOut();
});

it("a dead reset link leads to a new one", async () => {
  answer(checkResetToken, invalid);
  renderPage(pages, "/reset-password/old.one");
  expect((await screen.findByRole("alert")).textContent).toContain("no longer valid");
  const anew = screen.getByRole("link", { name: "Ask for a new link" });
  expect(anew.getAttribute("href")).toBe("/forgot-password");
  expect(screen.queryByRole("form")).toBeNull();
});

it("a reset link that could not be checked can be checked again", async () => {
  const user = renderPage(pages, "/reset-password/good.one");
  const retry = await screen.findByRole("button", { name: "Try again" });
  answer(checkResetToken, { data: { email: "kim@example.com" } });
  await user.click(retry);
  expect(await screen.findByText(/kim@example.com/)).toBeDefined();
});

it("a new password logs this device out, whose session has ended on the server", async () => {
  signIn({ token: "old", user: kim });
  answer(checkResetToken, { data: { email: "kim@example.com" } });
  answer(resetPassword, { data: "" });
  const user = renderPage(pages, "/reset-password/good.one");
  await user.type(await screen.findByLabelText("New password"), "a long password");
  await user.type(screen.getByLabelText("Repeat password"), "another password");
  await user.click(screen.getByRole("button", { name: "Change my password" }));
  expect(await screen.findByText("Password do not match")).toBeDefined();
  expect(sentTo(resetPassword)).toHaveLength(0);
  await user.clear(screen.getByLabelText("Repeat password"));
  await user.type(screen.getByLabelText("Repeat password"), "a long password");
  await user.click(screen.getByRole("button", { name: "Change my password" }));
  expect(await screen.findByText(/Your password is changed/)).toBeDefined();
  expect(useSession.getState().user).toBeNull();
  expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login");
  expect(sentTo(resetPassword)[0]?.input.params).toEqual({ token: "good.one" });
});

it("a verification link is used up by the click alone", async () => {
  answer(verifyEmail, { data: { email: "kim@example.com" } });
  const user = renderPage(pages, "/verify-email/some.token");
  const confirm = screen.getByRole("button", { name: "Confirm" });
  expect(sentTo(verifyEmail)).toHaveLength(0);
  await user.click(confirm);
  expect(await screen.findByText(/kim@example.com is confirmed/)).toBeDefined();
  expect(sentTo(verifyEmail)).toHaveLength(1);
});

it("whoever is logged in is known as confirmed afterwards", async () => {
  signIn({ token: "t", user: kim });
  answer(verifyEmail, { data: { email: "kim@example.com" } });
  answer(getMe, { data: { ...kim, emailVerified: true } });
  const user = renderPage(pages, "/verify-email/some.token");
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(useSession.getState().user?.emailVerified).toBe(true));
});

it("a dead verification link says where a new one comes from", async () => {
  answer(verifyEmail, invalid);
  const user = renderPage(pages, "/verify-email/old.one");
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  expect((await screen.findByRole("alert")).textContent).toContain("no longer valid");
  expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
});

it("a failure on the way leaves the confirmation to be tried again", async () => {
  const user = renderPage(pages, "/verify-email/some.token");
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  expect((await screen.findByRole("alert")).textContent).toContain("no connection");
  expect(screen.getByRole("button", { name: "Confirm" })).toBeDefined();
});

it("asking for a new password confirms without telling whether the address is known", async () => {
  answer(forgotPassword, { data: "" });
  const user = renderPage(<ForgotPasswordPage />);
  await user.type(screen.getByRole("textbox"), "nobody@example.com");
  await user.click(screen.getByRole("button", { name: "Mail me a link" }));
  expect(await screen.findByText(/If an account has the address nobody@example.com/)).toBeDefined();
});
