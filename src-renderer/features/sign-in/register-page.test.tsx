import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { register } from "../../../src-shared/api/account.ts";
import { getCatalogue } from "../../../src-shared/api/billing.ts";
import { defaultFlags } from "../../../src-shared/flags.ts";
import { clearCache } from "../../api-client/cache.ts";
import { useFlags } from "../../flags/flag-store.ts";
import { nextStep } from "../../session/next-step.ts";
import { rememberedPlace } from "../../session/remembered-place.ts";
import { signOut, useSession } from "../../session/session-store.ts";
import { answer, resetApi, sentTo } from "../../testing/fake-api.ts";
import { renderPage } from "../../testing/render-page.tsx";
import RegisterPage from "./register-page.tsx";

vi.mock("../../api-client/transport.ts", () => import("../../testing/fake-api.ts"));

const price = (amount: number) => ({ amount, currency: "EUR" });
const catalogue = {
  plans: [{ sku: "membership-yearly", period: "yearly", name: "Yearly", price: price(9000) }],
  extras: [],
  yearlySaving: price(1800),
  paymentsAvailable: true,
  testMode: true,
  termsVersion: "2026-11",
};
const kim = { roles: [], subscriptionOwned: false, subscriptionPending: false, name: "Kim" };

const textbox = (name: string | RegExp) => screen.getByRole("textbox", { name });
const submit = () => screen.getByRole("button", { name: "Create my account" });

async function fill(user: ReturnType<typeof renderPage>, repeat = "a long password") {
  await user.type(textbox("Name"), "Kim");
  await user.type(textbox("E-mail address"), "kim@example.com");
  await user.type(screen.getByLabelText("Password"), "a long password");
  await user.type(screen.getByLabelText("Repeat password"), repeat);
  await user.click(screen.getByRole("checkbox"));
}

beforeEach(() => answer(getCatalogue, { data: catalogue }));
afterEach(() => {
  cleanup();
  clearCache();
  resetApi();
  signOut();
  useFlags.setState(defaultFlags);
});

it("names all that is missing, the terms included", async () => {
  const user = renderPage(<RegisterPage />, "/register");
  await user.click(submit());
  expect(await screen.findAllByText("Field is required")).toHaveLength(4);
  expect(screen.getByText("Please accept the terms")).toBeDefined();
  expect(sentTo(register)).toHaveLength(0);
});

it("tells differing passwords apart while other fields are missing, until they are the same", async () => {
  const user = renderPage(<RegisterPage />, "/register");
  await user.type(textbox("E-mail address"), "kim@example.com");
  await user.type(screen.getByLabelText("Password"), "a long password");
  await user.type(screen.getByLabelText("Repeat password"), "another one");
  await user.click(submit());
  expect(await screen.findByText("Password do not match")).toBeDefined();
  await user.clear(screen.getByLabelText("Password"));
  await user.type(screen.getByLabelText("Password"), "another one");
  await waitFor(() => expect(screen.queryByText("Password do not match")).toBeNull());
});

it("leads on to the payment for the plan, and keeps the remembered place for after it", async () => {
  rememberedPlace.remember("/videos");
  answer(register, { data: { token: "fresh", user: kim } });
  const user = renderPage(<RegisterPage />, "/register?plan=yearly");
  expect(await screen.findByText(/€90 a year/)).toBeDefined();
  await fill(user);
  await user.click(submit());
  await waitFor(() => expect(useSession.getState().user).not.toBeNull());
  expect(nextStep.read()).toBe("/registration-payment?plan=yearly");
  expect(rememberedPlace.read()).toBe("/videos");
  expect(sentTo(register)[0]?.input.body).toEqual({
    name: "Kim",
    email: "kim@example.com",
    password: "a long password",
    termsVersion: "2026-11",
    language: "en",
  });
});

it("shows what the server refuses at its field", async () => {
  const fields = { password: "Too common" };
  answer(register, {
    error: { kind: "rejected", message: "", status: 400, code: "validation", fields },
  });
  const user = renderPage(<RegisterPage />, "/register");
  await fill(user);
  await user.click(submit());
  expect(await screen.findByText("Too common")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  expect(textbox("Name")).toHaveProperty("value", "Kim");
});

it("asks to accept terms again that have changed meanwhile", async () => {
  answer(register, {
    error: { kind: "rejected", message: "", status: 422, code: "terms-outdated" },
  });
  const user = renderPage(<RegisterPage />, "/register");
  await fill(user);
  await user.click(submit());
  expect((await screen.findByText(/Our terms have changed/)).textContent).toBeDefined();
  expect(screen.getByRole("checkbox")).toHaveProperty("checked", false);
});

it("can be tried although the terms did not load, and loads them then", async () => {
  answer(getCatalogue, { error: { kind: "unexpected", message: "", status: 500 } });
  answer(register, { data: { token: "fresh", user: kim } });
  const user = renderPage(<RegisterPage />, "/register");
  expect(await screen.findByText(/terms did not load/)).toBeDefined();
  await fill(user);
  await user.click(submit());
  expect((await screen.findByRole("alert")).textContent).toContain("terms did not load");
  answer(getCatalogue, { data: catalogue });
  await user.click(submit());
  await waitFor(() => expect(useSession.getState().token).toBe("fresh"));
});

it("keeps name and address, never a password, while one reads the terms", async () => {
  const user = renderPage(<RegisterPage />, "/register");
  await fill(user);
  cleanup();
  renderPage(<RegisterPage />, "/register");
  expect(textbox("Name")).toHaveProperty("value", "Kim");
  expect(textbox("E-mail address")).toHaveProperty("value", "kim@example.com");
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
});

it("shows the specified text in place of a disabled form", () => {
  useFlags.setState({ ...defaultFlags, registrationDisabled: true });
  renderPage(<RegisterPage />, "/register");
  expect(screen.getByText("Feature is disabled. Please contact our support.")).toBeDefined();
  expect(screen.queryByRole("form")).toBeNull();
});

it("gives back the form with all that was typed, when it is disabled in the middle and enabled again", async () => {
  const user = renderPage(<RegisterPage />, "/register");
  await fill(user);
  act(() => useFlags.setState({ ...defaultFlags, registrationDisabled: true }));
  expect(screen.getByText("Feature is disabled. Please contact our support.")).toBeDefined();
  expect(screen.queryByRole("form")).toBeNull();
  act(() => useFlags.setState(defaultFlags));
  answer(register, { data: { token: "fresh", user: kim } });
  await user.click(submit());
  await waitFor(() => expect(useSession.getState().token).toBe("fresh"));
  expect(sentTo(register)[0]?.input.body).toMatchObject({
    name: "Kim",
    email: "kim@example.com",
    password: "a long password",
  });
});

it("shows the specified text when the server refuses, and keeps what was typed", async () => {
  answer(register, {
    error: { kind: "rejected", message: "", status: 403, code: "feature-disabled" },
  });
  const user = renderPage(<RegisterPage />, "/register");
  await fill(user);
  await user.click(submit());
  const refusal = await screen.findByRole("alert");
  expect(refusal.textContent).toBe("Feature is disabled. Please contact our support.");
  expect(textbox("Name")).toHaveProperty("value", "Kim");
  act(() => useFlags.setState({ ...defaultFlags, registrationDisabled: true }));
  act(() => useFlags.setState(defaultFlags));
  expect(screen.queryByRole("alert")).toBeNull();
});
