import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { register } from "#shared/api/sign-in.ts";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { defaultFlags } from "#shared/flags.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { announceSessionEnd } from "#renderer/session/session-end.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { nobody, registerDraft } from "./drafts.ts";
import RegisterPage from "./register-page.tsx";
import { catalogue, code, fill, signUp, submit, textbox } from "./register/testing/registration.ts";

beforeEach(() => answer(getCatalogue, { data: catalogue }));
afterEach(() => useFlags.setState(defaultFlags));

it("shows differing passwords together with the other errors, until they match", async () => {
  const user = renderPage(<RegisterPage />, "/register");
  await user.type(textbox("E-mail address"), "kim@");
  await user.type(await screen.findByLabelText("Password"), "a long password");
  await user.type(await screen.findByLabelText("Repeat password"), "another one");
  await user.click(submit());
  await screen.findByText("Password do not match");
  screen.getByText("Field is required");
  screen.getByText("Invalid email address");
  screen.getByText("Please accept the terms");
  await user.clear(await screen.findByLabelText("Password"));
  await user.type(await screen.findByLabelText("Password"), "another one");
  await waitFor(() => expect(screen.queryByText("Password do not match")).toBeNull());
});

it("shows all field errors of the server at once", async () => {
  const fields = { password: "Too common", repeat: "Password do not match" };
  answer(register, {
    error: { kind: "rejected", message: "", status: 400, code: "validation", fields },
  });
  const user = renderPage(<RegisterPage />, "/register");
  await fill(user);
  await user.click(submit());
  await screen.findByText("Too common");
  screen.getByText("Password do not match");
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  expect(textbox("Name")).toHaveProperty("value", "Kim");
});

it("asks again for the terms if they have changed meanwhile", async () => {
  answer(register, {
    error: { kind: "rejected", message: "", status: 422, code: "terms-outdated" },
  });
  const user = renderPage(<RegisterPage />, "/register");
  await fill(user);
  await user.click(submit());
  await screen.findByText(/Our terms have just changed/);
  expect(screen.getByRole("checkbox", { name: /I accept/ })).toHaveProperty("checked", false);
});

it("loads the terms on submit if they failed to load before", async () => {
  answer(getCatalogue, { error: { kind: "unexpected", message: "", status: 500 } });
  answer(register, { data: signUp() });
  const user = renderPage(<RegisterPage />, "/register");
  await screen.findByText(/terms did not load/);
  await fill(user);
  await user.click(submit());
  expect((await screen.findByRole("alert")).textContent).toContain("terms did not load");
  answer(getCatalogue, { data: catalogue });
  await user.click(submit());
  await code();
});

it("keeps name and address while the user reads the terms, never the password", async () => {
  const user = renderPage(<RegisterPage />, "/register");
  await fill(user);
  cleanup();
  renderPage(<RegisterPage />, "/register");
  expect(textbox("Name")).toHaveProperty("value", "Kim");
  expect(textbox("E-mail address")).toHaveProperty("value", "kim@example.com");
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
});

it("keeps the input while the form is disabled and enabled again", async () => {
  const user = renderPage(<RegisterPage />, "/register");
  await fill(user);
  act(() => useFlags.setState({ ...defaultFlags, registrationDisabled: true }));
  screen.getByText("Feature is disabled. Please contact our support.");
  expect(screen.queryByRole("form")).toBeNull();
  act(() => useFlags.setState(defaultFlags));
  answer(register, { data: signUp() });
  await user.click(submit());
  await code();
  expect(sentTo(register)[0]?.input.body).toMatchObject({
    name: "Kim",
    email: "kim@example.com",
    password: "a long password",
  });
});

it("shows the specified text when the server refuses, and keeps the input", async () => {
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

it("is empty after a logout in another window, and leaves no draft", async () => {
  const user = renderPage(<RegisterPage />, "/register");
  await fill(user);
  act(() => announceSessionEnd("logged-out", false));
  expect(textbox("E-mail address")).toHaveProperty("value", "");
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
  cleanup();
  expect(registerDraft.read()).toEqual(nobody);
});
