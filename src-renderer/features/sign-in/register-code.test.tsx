import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { completeSignUp, getSignUp, register, resendSignUpCode } from "#shared/api/sign-in.ts";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { defaultFlags } from "#shared/flags.ts";
import type { FailureKind } from "#renderer/api-client/api-failure.ts";
import { configureClient } from "#renderer/api-client/client.ts";
import { queryClient } from "#renderer/api-client/query.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { pendingSignUp } from "#renderer/session/pending-codes.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import LoginPage from "./login-page.tsx";
import RegisterPage from "./register-page.tsx";
import {
  askForCode,
  catalogue,
  code,
  refused,
  session,
  signUp,
  submit,
  textbox,
} from "./register/testing/registration.ts";

const noAnswer = new Promise<never>(() => {});
const failed = (kind: FailureKind) => ({ error: { kind, message: "" } });
const open = () => renderPage(<RegisterPage />, "/register");
const signedIn = () => waitFor(() => expect(useSession.getState().token).toBe("fresh"));
/** The message for screen readers alone. */
const announced = () => document.querySelector('[aria-live="polite"]')?.textContent;

/** All that was typed is still there, the passwords included. */
function expectAllKept(): void {
  expect(textbox("Name")).toHaveProperty("value", "Kim");
  expect(textbox("E-mail address")).toHaveProperty("value", "kim@example.com");
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "a long password");
  expect(screen.getByLabelText("Repeat password")).toHaveProperty("value", "a long password");
  expect(screen.getByRole("checkbox", { name: /I accept/ })).toHaveProperty("checked", true);
}

beforeEach(() => {
  answer(getCatalogue, { data: catalogue });
  answer(register, { data: signUp() });
  answer(completeSignUp, { data: session });
});
afterEach(() => {
  cleanup(); // first: the page would load again in another language
  useFlags.setState(defaultFlags);
  configureClient({ token: () => null, language: () => "en" });
});

it("asks for the code on the same page, announces it, and focuses its field", async () => {
  const user = open();
  expect(announced()).toBe("");
  const field = await askForCode(user);
  expect(document.activeElement).toBe(field);
  expect(announced()).toBe("We sent a six-digit code to kim@example.com.");
  expect(field.getAttribute("autocomplete")).toBe("one-time-code");
  expect(field.getAttribute("inputmode")).toBe("numeric");
  expect(screen.queryByRole("form", { name: "Register" })).toBeNull();
});

it("does not submit fewer than six digits by itself", async () => {
  const user = open();
  await askForCode(user);
  const confirm = screen.getByRole("button", { name: "Confirm and continue" });
  await user.click(confirm);
  await screen.findByText("Field is required");
  await user.type(await code(), "4829");
  await user.click(confirm);
  await screen.findByText("Six digits, please");
  expect(sentTo(completeSignUp)).toHaveLength(0);
});

it("shows a wrong code at its field, and does not submit the same one again by itself", async () => {
  answer(completeSignUp, refused("code-wrong"));
  const user = open();
  const field = await askForCode(user);
  await user.type(field, "111111");
  await screen.findByText("This is not the code from our latest e-mail.");
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.type(field, "2{Backspace}", { initialSelectionStart: 6, initialSelectionEnd: 6 });
  expect(field).toHaveProperty("value", "111111");
  expect(sentTo(completeSignUp)).toHaveLength(1);
  answer(completeSignUp, { data: session });
  await user.clear(field);
  await user.type(field, "482-913");
  await signedIn();
});

it("lets the address be corrected without losing input, and drops the first sign-up", async () => {
  const user = open();
  await askForCode(user);
  expect(pendingSignUp.read()).not.toBeNull();
  await user.click(await screen.findByRole("button", { name: "Change it" }));
  expectAllKept();
  expect(pendingSignUp.read()).toBeNull();
  expect(document.activeElement).toBe(textbox("E-mail address"));
  answer(register, {
    data: { ...signUp(), id: "another-id-of-the-second", email: "kim.park@example.com" },
  });
  await user.keyboard("kim.park@example.com");
  await user.click(submit());
  await user.type(await code(), "482913");
  await signedIn();
  expect(sentTo(register)[1]?.input.body).toMatchObject({
    email: "kim.park@example.com",
    password: "a long password",
  });
  expect(sentTo(completeSignUp)[0]?.input.params).toEqual({ id: "another-id-of-the-second" });
});

it.each(["confirm", "resend"] as const)(
  "goes back to the form with everything kept when the sign-up is over (%s)",
  async (action) => {
    answer(register, { data: signUp(60_000) });
    answer(completeSignUp, refused("sign-up-over", 404));
    answer(resendSignUpCode, refused("sign-up-over", 404));
    const user = open();
    const field = await askForCode(user);
    if (action === "confirm") await user.type(field, "482913");
    else await user.click(await screen.findByRole("button", { name: "Send a new code" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The code has expired");
    expectAllKept();
    expect(pendingSignUp.read()).toBeNull();
    await user.click(submit());
    expect(await code()).toHaveProperty("value", "");
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

it.each([
  ["offline", "Confirm and continue"],
  ["timeout", "Confirm and continue"],
  ["unexpected", "Send a new code"],
] as const)(
  "says that the account probably exists if the answer to the code was lost (%s)",
  async (kind, button) => {
    answer(register, { data: signUp(60_000) });
    answer(completeSignUp, failed(kind));
    const user = open();
    await user.type(await askForCode(user), "482913");
    await screen.findByRole("alert");
    answer(completeSignUp, refused("sign-up-over", 404));
    answer(resendSignUpCode, refused("sign-up-over", 404));
    await user.click(await screen.findByRole("button", { name: button }));
    const notice = await screen.findByText(/your account probably exists/);
    expect(notice.textContent).not.toContain("expired");
    expectAllKept();
    await user.click(within(notice).getByRole("link", { name: "Log in" }));
    cleanup();
    renderPage(<LoginPage />, "/login");
    expect(textbox("E-mail address")).toHaveProperty("value", "kim@example.com");
  },
);

it("does not assume an account after a later code was rejected", async () => {
  answer(completeSignUp, failed("timeout"));
  const user = open();
  await user.type(await askForCode(user), "482913");
  await screen.findByRole("alert");
  answer(completeSignUp, refused("code-wrong"));
  const confirm = screen.getByRole("button", { name: "Confirm and continue" });
  await user.click(confirm);
  await screen.findByText("This is not the code from our latest e-mail.");
  answer(completeSignUp, refused("sign-up-over", 404));
  await user.click(confirm);
  await screen.findByText(/The code has expired/);
});

it("keeps the digits of the code when the language changes after a reload", async () => {
  pendingSignUp.keep("an-id-of-twenty-characters");
  answer(getSignUp, { data: signUp() });
  const user = open();
  await user.type(await code(), "482");
  answer(getSignUp, noAnswer);
  configureClient({ token: () => null, language: () => "pl" });
  act(() => useFlags.setState({ ...defaultFlags, loginDisabled: true }));
  await waitFor(() => expect(sentTo(getSignUp)).toHaveLength(2));
  expect(screen.getByRole("textbox", { name: "Six-digit code" })).toHaveProperty("value", "482");
});

it("keeps the form while the sign-up is loaded again", async () => {
  pendingSignUp.keep("an-id-of-twenty-characters");
  const user = open();
  const retry = await screen.findByRole("button", { name: "Try again" });
  answer(getSignUp, noAnswer);
  await user.click(retry);
  await waitFor(() => expect(sentTo(getSignUp)).toHaveLength(2));
  submit();
  expect(document.activeElement).toBe(retry);
});

it("keeps a new sign-up when the one before a reload is over", async () => {
  pendingSignUp.keep("an-id-of-twenty-characters");
  const user = open();
  await screen.findByRole("button", { name: "Try again" });
  const looked = Promise.withResolvers<ReturnType<typeof refused>>();
  answer(getSignUp, looked.promise);
  act(() => void queryClient.refetchQueries());
  answer(register, { data: { ...signUp(), id: "another-id-of-the-second" } });
  await askForCode(user);
  looked.resolve(refused("sign-up-over", 404));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await code();
  expect(pendingSignUp.read()).toBe("another-id-of-the-second");
});

it("shows the form after a reload when the sign-up is over, and forgets it", async () => {
  pendingSignUp.keep("an-id-of-twenty-characters");
  answer(getSignUp, refused("sign-up-over", 404));
  open();
  expect((await screen.findByRole("alert")).textContent).toContain("The code has expired");
  screen.getByRole("form", { name: "Register" });
  expect(pendingSignUp.read()).toBeNull();
});
