import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { completeLogin } from "#shared/api/second-factor.ts";
import {
  getLoginCode,
  logInByCode,
  requestLoginCode,
  resendLoginCode,
} from "#shared/api/sign-in.ts";
import { pendingLoginCode } from "#renderer/session/pending-codes.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import LoginPage from "./login-page.tsx";
import {
  code,
  refused,
  session as signedUp,
  signUp,
  textbox,
} from "./register/testing/registration.ts";

const { token, user: person } = signedUp;
const session = { token, user: person };

/** Returns a login whose mail was sent the given number of ms ago. */
function login(age = 0) {
  const { id, email: address, expiresAt, resendAt } = signUp(age);
  return { id, email: address, expiresAt, resendAt };
}

const email = () => textbox("E-mail address");
const request = () => screen.getByRole("button", { name: "Send me a code" });

/** Types an address and asks for a code. */
async function ask() {
  const user = renderPage(<LoginPage />, "/login");
  // Only a region that was there before announces a text.
  const announces = document.querySelector('[aria-live="polite"]');
  await user.type(email(), "kim@example.com");
  await user.click(request());
  return { user, announces, field: await code() };
}

beforeEach(() => {
  answer(requestLoginCode, { data: login() });
  answer(logInByCode, { data: session });
});
afterEach(() => {
  cleanup();
  pendingLoginCode.forget();
});

it("asks for the address first, and sends nothing before", async () => {
  const user = renderPage(<LoginPage />, "/login");
  await user.click(request());
  expect(await screen.findAllByText("Field is required")).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(email()));
  expect(sentTo(requestLoginCode)).toHaveLength(0);
});

it("asks for the code without saying whether there is an account, and logs in by it", async () => {
  const { user, announces, field } = await ask();
  expect(sentTo(requestLoginCode)[0]?.input.body).toEqual({
    email: "kim@example.com",
    language: "en",
  });
  expect(document.activeElement).toBe(field);
  const sentence =
    "If there is an account with the address kim@example.com, a six-digit code is on its way.";
  expect(announces?.isConnected).toBe(true);
  expect(announces?.textContent).toBe(sentence);
  expect(screen.queryByLabelText("Password")).toBeNull();
  await user.type(field, "482913");
  await waitFor(() => expect(useSession.getState().token).toBe("fresh"));
  expect(pendingLoginCode.read()).toBeNull();
});

it("then asks for the second factor where one is on", async () => {
  answer(logInByCode, { data: { challenge: "a-challenge-of-some-length", expiresAt: "" } });
  answer(completeLogin, { data: session });
  const { user, field } = await ask();
  await user.type(field, "482913");
  const factor = await screen.findByLabelText("Code from your authenticator app");
  expect(document.activeElement).toBe(factor);
  await user.type(factor, "111111{Enter}");
  await waitFor(() => expect(useSession.getState().token).toBe("fresh"));
  expect(sentTo(completeLogin)[0]?.input.body).toMatchObject({
    challenge: "a-challenge-of-some-length",
  });
});

it("shows how long to wait at the form, and keeps the address", async () => {
  answer(requestLoginCode, {
    error: { kind: "rejected", message: "", code: "too-many-requests", retryAfter: 120 },
  });
  const user = renderPage(<LoginPage />, "/login");
  await user.type(email(), "kim@example.com");
  await user.click(request());
  expect((await screen.findByRole("alert")).textContent).toContain("in 2 minutes");
  expect(email()).toHaveProperty("value", "kim@example.com");
});

it.each([
  ["login-over", /The code has expired, has been used/],
  ["no-account", /There is no account with the address kim@example.com/],
  ["address-taken", /Another account now has this address/],
] as const)("goes back to the form with the address when it is over (%s)", async (reason, text) => {
  answer(logInByCode, refused(reason, 404));
  const { user, field } = await ask();
  await user.type(field, "482913");
  expect((await screen.findByRole("alert")).textContent).toMatch(text);
  expect(email()).toHaveProperty("value", "kim@example.com");
  expect(document.activeElement).toBe(email());
  await user.click(request());
  expect(await code()).toHaveProperty("value", "");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("waits for the same code after a reload, sends another one, and leads back to the address", async () => {
  pendingLoginCode.keep("an-id-of-twenty-characters");
  answer(getLoginCode, { data: login(60_000) });
  answer(resendLoginCode, { data: login() });
  const user = renderPage(<LoginPage />, "/login");
  await code();
  await user.click(screen.getByRole("button", { name: "Send a new code" }));
  await screen.findByText(/a new code is on its way. The earlier one no longer works/);
  await user.click(screen.getByRole("button", { name: "Change it" }));
  expect(email()).toHaveProperty("value", "kim@example.com");
  await waitFor(() => expect(document.activeElement).toBe(email()));
  expect(pendingLoginCode.read()).toBeNull();
});
