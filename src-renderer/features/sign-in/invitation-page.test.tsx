import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { beforeEach, expect, it } from "vitest";
import { acceptInvitation, checkInvitation } from "#shared/api/invitations.ts";
import { routes } from "#shared/routes.ts";
import { pendingLoginCode } from "#renderer/session/pending-codes.ts";
import { onSessionEnded } from "#renderer/session/session-end.ts";
import { signIn, useSession } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import InvitationPage from "./invitation-page.tsx";

const refused = (status: number, code: "token-invalid" | "already-registered" | "terms-outdated") =>
  ({ error: { kind: "rejected", message: "", status, code } }) as const;

const open = (token = "a.token") =>
  renderPage(
    <Routes>
      <Route path={routes.invitation.path} element={<InvitationPage />} />
      <Route path={routes.dashboard.path} element={<h1>Today</h1>} />
    </Routes>,
    `/invitation/${token}`,
  );
const comeIn = () => screen.findByRole("button", { name: "Open your account" });

beforeEach(() =>
  answer(checkInvitation, { data: { email: "k•••@example.com", termsVersion: "1" } }),
);

it("logs in on a click, after the terms were accepted, and not before", async () => {
  answer(acceptInvitation, { data: { token: "new", user: ada } });
  const user = open();
  await user.click(await comeIn());
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
  expect(sentTo(acceptInvitation)).toHaveLength(0);
  expect(screen.getByText("This invitation is for k•••@example.com.")).toBeTruthy();
  await user.click(screen.getByRole("checkbox"));
  await user.click(await comeIn());
  await screen.findByRole("heading", { name: "Today" });
  await expectAddress("/dashboard");
  expect(useSession.getState().token).toBe("new");
  expect(sentTo(acceptInvitation)[0]?.input).toMatchObject({
    params: { token: "a.token" },
    body: { termsVersion: "1" },
  });
  expect(sentTo(checkInvitation)).toHaveLength(1);
});

it.each([
  ["of somebody else", "2", ["logged-out"]],
  ["of the member", "1", []],
])("ends a session %s on this device, and forgets a code that waits", async (_, id, expected) => {
  signIn({ token: "former", user: { ...ada, id } });
  pendingLoginCode.keep("an-id-of-twenty-characters");
  const ends: string[] = [];
  const stop = onSessionEnded(({ reason }) => void ends.push(reason));
  answer(acceptInvitation, { data: { token: "new", user: ada } });
  const user = open();
  await user.click(await screen.findByRole("checkbox"));
  await user.click(await comeIn());
  await screen.findByRole("heading", { name: "Today" });
  stop();
  expect(ends).toEqual(expected);
  expect(useSession.getState()).toMatchObject({ token: "new", user: { id: "1" } });
  expect(pendingLoginCode.read()).toBeNull();
});

it("asks for the terms again when they have changed meanwhile", async () => {
  answer(acceptInvitation, refused(409, "terms-outdated"));
  const user = open();
  await user.click(await screen.findByRole("checkbox"));
  answer(checkInvitation, { data: { email: "k•••@example.com", termsVersion: "2" } });
  await user.click(await comeIn());
  expect((await screen.findByText(/terms have just changed/)).textContent).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(false);
  answer(acceptInvitation, { data: { token: "new", user: ada } });
  await user.click(screen.getByRole("checkbox"));
  await user.click(await comeIn());
  await screen.findByRole("heading", { name: "Today" });
  expect(sentTo(acceptInvitation)[1]?.input.body).toEqual({ termsVersion: "2" });
});

it.each([
  ["token-invalid", 404, "no longer valid"],
  ["already-registered", 409, "Log in as usual"],
] as const)("a link that is refused with %s leads to the login", async (code, status, words) => {
  answer(checkInvitation, refused(status, code));
  open();
  expect((await screen.findByRole("alert")).textContent).toContain(words);
  const login = screen.getByRole("link", { name: "Go to log in" });
  expect(login.getAttribute("href")).toBe("/login");
  expect(screen.queryByRole("button", { name: "Open your account" })).toBeNull();
});

it("the link of a test mail explains itself and asks the API nothing", async () => {
  open("test");
  expect(await screen.findByText(/link of a test e-mail/)).toBeTruthy();
  expect(sentTo(checkInvitation)).toHaveLength(0);
});
