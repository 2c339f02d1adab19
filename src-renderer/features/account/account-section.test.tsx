import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { Link } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  changeEmail,
  changePassword,
  changeProfile,
  deleteAccount,
  endSession,
  getEmailChange,
  listSessions,
  setFirstPassword,
} from "#shared/api/account.ts";
import { getLoginCode, logInByCode, requestLoginCode } from "#shared/api/sign-in.ts";
import { listOwnActivity } from "#shared/api/audit.ts";
import { getMembership, type Membership } from "#shared/api/membership.ts";
import { onFailed } from "#renderer/api-client/client.ts";
import { watchTyping } from "#renderer/platform/typed-fields.ts";
import { hasTypedText } from "#renderer/session/draft.ts";
import { pendingLoginCode } from "#renderer/session/pending-codes.ts";
import { setUser, signIn, useSession, useUser } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import AccountSection from "./account-section.tsx";

watchTyping();

const kim = {
  ...ada,
  id: undefined,
  name: "Kim",
  email: "kim@example.com",
  subscriptionOwned: false,
};
const seen = { createdAt: "2026-11-01T10:00:00Z", lastSeenAt: "2026-11-20T10:00:00Z" };
const here = { id: "1", current: true, device: "Firefox, Linux", ...seen };
const there = { id: "2", current: false, device: "Safari, iPhone", ...seen };

function Account() {
  const user = useUser();
  return user && <AccountSection user={user} />;
}

const form = (name: string) => within(screen.getByRole("form", { name }));

beforeEach(() => {
  signIn({ token: "mine", user: kim });
  answer(listSessions, { data: { items: [here, there] } });
});

it("names the account, and links to the logout where the menu is behind a button", () => {
  renderPage(<Account />);
  screen.getByText("kim@example.com");
  // jsdom knows no widths: the line is hidden there as on a desktop.
  const link = screen.getByRole("link", { name: "Log out", hidden: true });
  expect(link.getAttribute("href")).toBe("/logout");
});

it("drops a pending change of address when the password changes", async () => {
  const mailed = {
    email: "new@example.com",
    expiresAt: "2026-01-01T12:30:00Z",
    resendAt: "2026-01-01T12:00:30Z",
  };
  answer(getEmailChange, { data: { change: null } });
  answer(changeEmail, { data: mailed });
  answer(changePassword, { data: { token: "renewed" } });
  const user = renderPage(<Account />);
  await user.click(await screen.findByRole("button", { name: "Change: E-mail address" }));
  await screen.findByRole("form", { name: "E-mail address" });
  const address = form("E-mail address");
  await user.type(address.getByLabelText("New e-mail address"), "new@example.com");
  await user.type(address.getByLabelText("Current password"), "the old one");
  await user.click(address.getByRole("button", { name: "Change address" }));
  await screen.findByRole("textbox", { name: "Six-digit code" });
  await user.click(screen.getByRole("button", { name: "Change: Password" }));
  const fields = form("Password");
  await user.type(fields.getByLabelText("Current password"), "the old one");
  await user.type(fields.getByLabelText("New password"), "a long password");
  await user.type(fields.getByLabelText("Repeat password"), "a long password");
  await user.click(fields.getByRole("button", { name: "Change password" }));
  await screen.findByRole("form", { name: "E-mail address" });
  expect(screen.queryByRole("textbox", { name: "Six-digit code" })).toBeNull();
});

describe("a user without a password", () => {
  const fill = async (user: UserEvent) => {
    await user.click(await screen.findByRole("button", { name: "Set: Password" }));
    const fields = form("Password");
    expect(document.activeElement).toBe(fields.getByLabelText("New password"));
    await user.type(fields.getByLabelText("New password"), "a long password");
    await user.type(fields.getByLabelText("Repeat password"), "a long password");
    await user.click(fields.getByRole("button", { name: "Set password" }));
  };
  beforeEach(() => signIn({ token: "mine", user: { ...kim, lacksPassword: true } }));

  it("sets one without another proof after a fresh login", async () => {
    answer(setFirstPassword, { data: { token: "renewed" } });
    const user = renderPage(<Account />);
    screen.getByText("Not set");
    await fill(user);
    await screen.findByText(/Your password has been set/);
    expect(sentTo(setFirstPassword)[0]?.input.body).toMatchObject({
      newPassword: "a long password",
    });
    expect(useSession.getState().token).toBe("renewed");
    screen.getByRole("button", { name: "Change: Password" });
  });

  it("enters a mailed code first where the login was a while ago; what was typed is sent then", async () => {
    const at = new Date(Date.now() + 60_000).toISOString();
    const mailed = { id: "an-id-of-twenty-characters", email: "kim@example.com" };
    answer(setFirstPassword, {
      error: { kind: "rejected", message: "", status: 403, code: "fresh-login-needed" },
    });
    answer(requestLoginCode, { data: { ...mailed, expiresAt: at, resendAt: at } });
    answer(logInByCode, { data: { token: "fresh", user: { ...kim, lacksPassword: true } } });
    const user = renderPage(<Account />);
    await fill(user);
    const code = await screen.findByRole("textbox", { name: "Six-digit code" });
    answer(setFirstPassword, { data: { token: "renewed" } });
    await user.type(code, "482913");
    await screen.findByText(/Your password has been set/);
    expect(sentTo(setFirstPassword)[1]?.input.body).toMatchObject({
      newPassword: "a long password",
    });
  });

  it("finds the focus in the form again after cancelling the code", async () => {
    const at = new Date(Date.now() + 60_000).toISOString();
    const mailed = { id: "an-id-of-twenty-characters", email: "kim@example.com" };
    answer(setFirstPassword, {
      error: { kind: "rejected", message: "", status: 403, code: "fresh-login-needed" },
    });
    answer(requestLoginCode, { data: { ...mailed, expiresAt: at, resendAt: at } });
    const user = renderPage(<Account />);
    await fill(user);
    await screen.findByRole("textbox", { name: "Six-digit code" });
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    const fields = form("Password");
    await waitFor(() => expect(document.activeElement).toBe(fields.getByLabelText("New password")));
  });

  it("leaves a code that somebody else waited for", async () => {
    const at = new Date(Date.now() + 60_000).toISOString();
    const id = "an-id-of-twenty-characters";
    pendingLoginCode.keep(id);
    answer(getLoginCode, { data: { id, email: "other@example.com", expiresAt: at, resendAt: at } });
    const user = renderPage(<Account />);
    await user.click(screen.getByRole("button", { name: "Set: Password" }));
    await waitFor(() => expect(pendingLoginCode.read()).toBeNull());
    await screen.findByRole("form", { name: "Password" });
    expect(screen.queryByRole("textbox", { name: "Six-digit code" })).toBeNull();
  });

  it("is led there by what asks for the password", async () => {
    const user = renderPage(<Account />);
    await user.click(screen.getByRole("button", { name: "Download my data" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.queryByLabelText("Current password")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Set a password" }));
    await screen.findByRole("form", { name: "Password" });
    await user.click(screen.getByRole("button", { name: "Change: E-mail address" }));
    screen.getByRole("link", { name: "Set a password" });
  });
});

it("updates the name of the session", async () => {
  answer(changeProfile, { data: { ...kim, name: "Kim Park" } });
  const user = renderPage(<Account />);
  await user.click(screen.getByRole("button", { name: "Change: Name" }));
  const fields = form("Name");
  expect(document.activeElement).toBe(fields.getByLabelText("Your name"));
  expect(fields.getByLabelText("Your name")).toHaveProperty("value", "Kim");
  await user.type(fields.getByLabelText("Your name"), " Park");
  expect(hasTypedText()).toBe(true);
  await user.click(fields.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved");
  expect(screen.queryByRole("form", { name: "Name" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change: Name" }));
  expect(hasTypedText()).toBe(false);
  expect(useSession.getState().user?.name).toBe("Kim Park");
  screen.getByText("Kim Park");
});

it("keeps what was typed when saving fails; Escape and Cancel close the form and go back to its button", async () => {
  answer(changeProfile, { error: { kind: "offline", message: "" } });
  const user = renderPage(<Account />);
  const open = () => user.click(screen.getByRole("button", { name: "Change: Name" }));
  await open();
  await user.type(screen.getByLabelText("Your name"), " Park");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await form("Name").findByRole("alert");
  expect(screen.getByLabelText("Your name")).toHaveProperty("value", "Kim Park");
  await user.type(screen.getByLabelText("Your name"), "{Escape}");
  expect(screen.queryByRole("form", { name: "Name" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change: Name" }));
  await open();
  expect(screen.getByLabelText("Your name")).toHaveProperty("value", "Kim");
  await user.click(screen.getByRole("button", { name: "Cancel: Name" }));
  expect(screen.queryByRole("form", { name: "Name" })).toBeNull();
});

it("opens the row that the address names, also when its link is followed again after the row was closed", async () => {
  const user = renderPage(
    <>
      <Link to="/dashboard#sessions">To the devices</Link>
      <Account />
    </>,
    "/dashboard#sessions",
  );
  await screen.findByText("Safari, iPhone");
  await user.click(screen.getByRole("button", { name: "Close: Devices" }));
  expect(screen.queryByText("Safari, iPhone")).toBeNull();
  await user.click(screen.getByRole("link", { name: "To the devices" }));
  await screen.findByText("Safari, iPhone");
});

it("says that an account has no name", () => {
  setUser({ ...kim, name: "" });
  renderPage(<Account />);
  within(screen.getByRole("group", { name: "Name" })).getByText("None");
});

it("says of each row that it could not be loaded, and of one that was loaded what it is", async () => {
  renderPage(<Account />);
  for (const name of ["Second factor", "Passkeys", "Calendar", "Reading app"]) {
    await within(screen.getByRole("group", { name })).findByText("Could not be loaded");
  }
  await within(screen.getByRole("group", { name: "Devices" })).findByText("2 devices");
});

describe("the row of the membership", () => {
  const row = () => within(screen.getByRole("group", { name: "Membership" }));
  const bought: Membership = {
    status: "active",
    source: "purchase",
    period: "monthly",
    startedAt: "2026-02-16T12:00:00Z",
    endsAt: "2026-03-16T12:00:00Z",
    nextCharge: null,
    nextPeriod: null,
    pastDue: null,
    card: null,
    credit: null,
  };

  it.each([
    ["ended", { ...bought, status: "ended" as const }, /^Your membership ended on .*March 2026/],
    [
      "cancelled",
      { ...bought, status: "ending" as const },
      /^Your membership runs until .*March 2026/,
    ],
    [
      "granted",
      { ...bought, source: "grant" as const },
      /^You have a free membership until .*March 2026/,
    ],
  ])("says that it is %s", async (_, membership, sentence) => {
    answer(getMembership, { data: membership });
    setUser({ ...kim, subscriptionOwned: membership.status !== "ended" });
    renderPage(<Account />);
    await row().findByText(sentence);
  });

  it("says nothing until that is known, and what the session knows if it cannot be loaded", async () => {
    renderPage(<Account />);
    expect(row().queryByText(/membership (yet|is)/)).toBeNull();
    await row().findByText("You have no membership yet.");
  });
});

describe("the user's activity", () => {
  const entry = { id: 1, at: seen.createdAt, act: "logged-in", by: "you", ip: null, device: null };
  const list = () => screen.findByRole("list", { name: "Your activity, newest first" });
  const shown = () => answer(listOwnActivity, { data: { items: [entry], nextCursor: null } });

  it("takes the focus when it was asked for", async () => {
    shown();
    const user = renderPage(<Account />);
    await user.click(screen.getByRole("button", { name: "Show: Your activity" }));
    expect(document.activeElement).toBe(await list());
  });

  it("takes the focus that was lost with the button of a failure", async () => {
    const user = renderPage(<Account />, "/dashboard#activity");
    const row = within(screen.getByRole("group", { name: "Your activity" }));
    const retry = await row.findByRole("button", { name: "Try again" });
    shown();
    await user.click(retry);
    expect(document.activeElement).toBe(await list());
  });

  it("leaves the focus where it is when only the address names it", async () => {
    shown();
    renderPage(<Account />, "/dashboard#activity");
    await list();
    expect(document.activeElement).toBe(document.body);
  });
});

it("ends one other session, and offers no button for this one", async () => {
  answer(endSession, { data: "" });
  const user = renderPage(<Account />);
  await user.click(await screen.findByRole("button", { name: "Show: Devices" }));
  const end = await screen.findByRole("button", { name: "Log out: Safari, iPhone" });
  expect(screen.queryByRole("button", { name: "Log out: Firefox, Linux" })).toBeNull();
  answer(listSessions, { data: { items: [here] } });
  await user.click(end);
  await screen.findByText("That device is logged out.");
  expect(sentTo(endSession)[0]?.input.params).toEqual({ id: "2" });
  expect(screen.queryByText("Safari, iPhone")).toBeNull();
});

it("tells admins before the deletion what stays of them, and that another admin has to confirm it", async () => {
  const hint = /another admin, or whoever runs the server/;
  const user = renderPage(<Account />, "/dashboard");
  await user.click(await screen.findByRole("button", { name: "Delete my account" }));
  await screen.findByText(/receipts for as long as the law requires/);
  expect(screen.queryByText(hint)).toBeNull();
  setUser({ ...kim, roles: ["ROLE_USER", "ROLE_ADMIN"] });
  await screen.findByText(hint);
  await screen.findByRole("button", { name: "Request deletion" });
});

it("says that an admin's request is recorded, which is no error", async () => {
  setUser({ ...kim, roles: ["ROLE_USER", "ROLE_ADMIN"] });
  const failed = vi.fn();
  const stop = onFailed(failed);
  const message = "Your request has been recorded.";
  answer(deleteAccount, {
    error: { kind: "rejected", status: 409, code: "another-admin-needed", message },
  });
  const user = renderPage(<Account />, "/dashboard");
  await user.click(await screen.findByRole("button", { name: "Delete my account" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Current password"), "the right one{Enter}");
  await screen.findByText(message);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(failed).not.toHaveBeenCalledWith(expect.objectContaining({ message }));
  stop();
});
