import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  changeEmail,
  confirmEmailChange,
  getEmailChange,
  resendEmailCode,
  withdrawEmailChange,
} from "../../../src-shared/api/account.ts";
import type { ErrorCode } from "../../../src-shared/api/errors.ts";
import { clearCache } from "../../api-client/cache.ts";
import { signIn, signOut, useSession, useUser } from "../../session/session-store.ts";
import { answer, resetApi, sentTo } from "../../testing/fake-api.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { EmailChange } from "./email-change.tsx";

vi.mock("../../api-client/transport.ts", () => import("../../testing/fake-api.ts"));

const kim = {
  id: undefined,
  name: "Kim",
  email: "kim@example.com",
  roles: [],
  subscriptionOwned: false,
  subscriptionPending: false,
};
const mailed = {
  email: "new@example.com",
  expiresAt: "2026-01-01T12:30:00Z",
  resendAt: "2026-01-01T12:00:30Z",
};
const refused = (code: ErrorCode, status: number) =>
  ({ error: { kind: "rejected", message: "", status, code } }) as const;

function Change() {
  const user = useUser();
  return user && <EmailChange user={user} />;
}

const code = () => screen.findByRole("textbox", { name: "Six-digit code" });
const newAddress = () => screen.findByLabelText("New e-mail address");

async function askForCode(user: UserEvent): Promise<HTMLElement> {
  await user.type(await newAddress(), "new@example.com");
  await user.type(screen.getByLabelText("Current password"), "the password");
  await user.click(screen.getByRole("button", { name: "Change address" }));
  return code();
}

beforeEach(() => {
  signIn({ token: "mine", user: kim });
  answer(getEmailChange, { data: { change: null } });
  answer(changeEmail, { data: mailed });
});
afterEach(() => {
  clearCache();
  resetApi();
  signOut();
});

it("counts once the code of its mail was entered here, and is the session's at once", async () => {
  const user = renderPage(<Change />);
  await user.click(await screen.findByRole("button", { name: "Change address" }));
  expect(await screen.findAllByText("Field is required")).toHaveLength(2);
  const field = await askForCode(user);
  expect(sentTo(changeEmail)[0]?.input.body).toEqual({
    email: "new@example.com",
    password: "the password",
  });
  expect(document.activeElement).toBe(field);
  expect(document.querySelector('[aria-live="polite"]')?.textContent).toBe(
    "We sent a six-digit code to new@example.com.",
  );
  expect(useSession.getState().user?.email).toBe("kim@example.com");
  answer(confirmEmailChange, { data: { ...kim, email: "new@example.com" } });
  await user.paste("482 913");
  const done = await screen.findByText("Your address is now new@example.com.");
  expect(document.activeElement?.contains(done)).toBe(true);
  expect(useSession.getState().user?.email).toBe("new@example.com");
  expect(sentTo(confirmEmailChange)[0]?.input.body).toEqual({ code: "482913" });
  expect(await newAddress()).toHaveProperty("value", "");
  expect(screen.getByText("Now: new@example.com")).toBeDefined();
});

it("goes on after a reload, without taking the focus", async () => {
  answer(getEmailChange, { data: { change: mailed } });
  renderPage(<Change />);
  expect(await code()).toBeDefined();
  expect(screen.getByText("new@example.com")).toBeDefined();
  expect(document.activeElement).toBe(document.body);
});

it("can be asked for although nobody knows whether one waits", async () => {
  answer(getEmailChange, { error: { kind: "offline", message: "" } });
  renderPage(<Change />);
  expect(await newAddress()).toBeDefined();
});

it("says at the code that it is wrong", async () => {
  answer(confirmEmailChange, refused("code-wrong", 422));
  const user = renderPage(<Change />);
  await user.type(await askForCode(user), "111111");
  expect(await screen.findByText("That is not the code from the newest mail.")).toBeDefined();
});

it.each([
  ["change-over", 404, "The code has expired"],
  ["address-taken", 409, "belongs to another account"],
] as const)(
  "says why it came to nothing, and keeps the address (%s)",
  async (why, status, text) => {
    answer(confirmEmailChange, refused(why, status));
    const user = renderPage(<Change />);
    await user.type(await askForCode(user), "482913");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(text);
    expect(alert.textContent).toContain("still kim@example.com");
    expect(await newAddress()).toHaveProperty("value", "new@example.com");
    expect(screen.getByLabelText("Current password")).toHaveProperty("value", "");
    expect(useSession.getState().user?.email).toBe("kim@example.com");
  },
);

it("is withdrawn, and its address can be corrected", async () => {
  answer(withdrawEmailChange, { data: "" });
  const user = renderPage(<Change />);
  await askForCode(user);
  await user.click(screen.getByRole("button", { name: "Cancel the change" }));
  expect(await screen.findByText(/The change was cancelled/)).toBeDefined();
  expect(sentTo(withdrawEmailChange)).toHaveLength(1);
  expect(await newAddress()).toHaveProperty("value", "new@example.com");
});

it("mails another code, and goes back when there is nothing to mail it for", async () => {
  answer(resendEmailCode, { data: mailed });
  const user = renderPage(<Change />);
  await askForCode(user);
  await user.click(screen.getByRole("button", { name: "Send a new code" }));
  expect(await screen.findByText(/A new code is on its way/)).toBeDefined();
  answer(resendEmailCode, refused("change-over", 404));
  await user.click(screen.getByRole("button", { name: "Send a new code" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The code has expired");
});

it("shows the code in test mode", async () => {
  answer(changeEmail, { data: { ...mailed, testCode: "482913" } });
  answer(confirmEmailChange, { data: { ...kim, email: "new@example.com" } });
  const user = renderPage(<Change />);
  await askForCode(user);
  const step = within(screen.getByRole("form", { name: "Enter the code from the mail" }));
  expect(step.getByText("Test mode")).toBeDefined();
  await user.click(step.getByRole("button", { name: "Fill in" }));
  await waitFor(() => expect(useSession.getState().user?.email).toBe("new@example.com"));
});
