import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { listContent } from "#shared/api/library.ts";
import { login } from "#shared/api/sign-in.ts";
import { defaultFlags } from "#shared/flags.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { listOf, teaser } from "#renderer/features/reading/testing/sample-entries.ts";
import { nextStep, returnAddress } from "#renderer/session/return-address.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import LoginPage from "./login-page.tsx";

const email = () => screen.getByRole("textbox", { name: "E-mail address" });
const password = () => screen.getByLabelText("Password");
const submit = () => screen.getByRole("button", { name: "Log in" });

afterEach(() => useFlags.setState(defaultFlags));

it("shows missing fields and sends nothing", async () => {
  const user = renderPage(<LoginPage />);
  await user.click(submit());
  expect(await screen.findAllByText("Field is required")).toHaveLength(2);
  await waitFor(() => expect(document.activeElement).toBe(email()));
  await user.type(email(), "nonsense");
  await screen.findByText("Invalid email address");
  expect(sentTo(login)).toHaveLength(0);
});

it.each([
  ["names no wait", undefined, "very busy right now. Please wait a moment"],
  ["names a wait", 2, "very busy right now. Please try again in 2 seconds."],
])("says that the server is busy if it %s", async (_, retryAfter, text) => {
  answer(login, {
    error: {
      kind: "unexpected",
      message: "",
      status: 503,
      code: "busy",
      ...(retryAfter !== undefined && { retryAfter }),
    },
  });
  const user = renderPage(<LoginPage />);
  await user.type(email(), "kim@example.com");
  await user.type(password(), "right{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain(text);
  expect(password()).toHaveProperty("value", "right");
});

it("offers no registration while it is disabled", () => {
  useFlags.setState({ ...defaultFlags, registrationDisabled: true });
  renderPage(<LoginPage />);
  expect(screen.queryByRole("link", { name: "Register" })).toBeNull();
});

it("names the page it leads back to, and links to it only if it is public", () => {
  returnAddress.remember("/show-day");
  renderPage(<LoginPage />);
  screen.getByText(/taken back to “Show day”/);
  expect(screen.queryByRole("link", { name: "Go back without logging in" })).toBeNull();
});

it("shows the newest of a section that is for members, and the plans that open it", async () => {
  returnAddress.remember("/videos?q=weave");
  answer(listContent, listOf([teaser({ kind: "videos", slug: "a", title: "Cross" })]));
  renderPage(<LoginPage />);
  const cross = await screen.findByRole("link", { name: "Cross" });
  expect(cross.getAttribute("href")).toBe("/preview/videos/a");
  screen.getByText("Log in to see all of this section.");
  screen.getByRole("link", { name: "See the plans" });
});

it("leads on to the payment of a plan that was chosen before, also by way of the registration", () => {
  renderPage(<LoginPage />, "/login?plan=yearly");
  expect(nextStep.read()).toBe("/subscribe/yearly");
  const register = screen.getByRole("link", { name: "Register" });
  expect(register.getAttribute("href")).toBe("/register?plan=yearly");
});
