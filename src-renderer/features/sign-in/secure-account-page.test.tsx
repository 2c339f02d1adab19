import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { checkSecureToken, secureAccount } from "#shared/api/passkeys.ts";
import { checkResetToken, logout } from "#shared/api/sign-in.ts";
import { routes } from "#shared/routes.ts";
import { onFailed } from "#renderer/api-client/client.ts";
import { signIn, useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import ResetPasswordPage from "./reset-password-page.tsx";
import SecureAccountPage from "./secure-account-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";

const email = "kim@example.com";
const invalid = {
  error: { kind: "rejected", message: "", status: 404, code: "token-invalid" },
} as const;
const kim = { ...ada, id: undefined, name: "Kim", email, subscriptionOwned: false };

const open = () =>
  renderPage(
    <Routes>
      <Route path={routes.resetPassword.path} element={<ResetPasswordPage />} />
      <Route path={routes.secureAccount.path} element={<SecureAccountPage />} />
    </Routes>,
    "/secure-account/not.me",
  );
const button = () => screen.findByRole("button", { name: "This was not me" });

beforeEach(() => {
  answer(checkSecureToken, { data: { email } });
  answer(checkResetToken, { data: { email } });
});

it("secures the account only on a click, after saying what that does, and asks for a new password", async () => {
  signIn({ token: "dead", user: kim });
  answer(secureAccount, { data: { email, resetToken: "reset.one" } });
  const failed = vi.fn<() => void>();
  const stop = onFailed(failed);
  const user = open();
  const submit = await button();
  const consequences = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(consequences).toEqual([
    "This is about the account of kim@example.com.",
    "All devices will be logged out, including this one.",
    "All passkeys will be removed, and the secret addresses of feed, calendar and drafts will stop working. You can set up yours again afterwards.",
    "A second factor that was turned on since that login and within the last seven days will be turned off. One that you had before stays on. So does an admin’s, and where admins need a second factor, their passkeys stay as well.",
    expect.stringContaining("You choose a new one in the next step."),
  ]);
  expect(sentTo(secureAccount)).toHaveLength(0);
  answer(checkSecureToken, invalid); // used up by the click
  await user.click(submit);
  await screen.findByLabelText("New password");
  await expectAddress("/reset-password/reset.one");
  expect(useSession.getState()).toMatchObject({ token: null, user: null });
  expect(sentTo(secureAccount)[0]?.input.params).toEqual({ token: "not.me" });
  expect(sentTo(checkSecureToken)).toHaveLength(1);
  expect(sentTo(logout)).toHaveLength(1);
  expect(failed).not.toHaveBeenCalled();
  stop();
});

it.each(["before it is opened", "while the page stands open"])(
  "a link that no longer works (%s) says so, and links to the contact page",
  async (when) => {
    const early = when.startsWith("before");
    if (early) answer(checkSecureToken, invalid);
    answer(secureAccount, invalid);
    const user = open();
    if (!early) {
      const submit = await button();
      answer(checkSecureToken, invalid);
      await user.click(submit);
    }
    expect((await screen.findByRole("alert")).textContent).toContain("no longer valid");
    const contact = screen.getByRole("link", { name: "Write to us" });
    expect(contact.getAttribute("href")).toBe("/contact");
    expect(screen.queryByRole("button", { name: "This was not me" })).toBeNull();
  },
);

it("can be tried again after a failure, which keeps the session", async () => {
  signIn({ token: "alive", user: kim });
  const user = open();
  await user.click(await button());
  expect((await screen.findByRole("alert")).textContent).toContain("no connection");
  expect(useSession.getState().token).toBe("alive");
  answer(secureAccount, { data: { email, resetToken: "reset.one" } });
  await user.click(await button());
  await screen.findByLabelText("New password");
});
