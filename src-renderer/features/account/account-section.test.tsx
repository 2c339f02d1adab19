import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  changeEmail,
  changePassword,
  changeProfile,
  deleteAccount,
  endOtherSessions,
  endSession,
  exportAccount,
  getEmailChange,
  listSessions,
} from "#shared/api/account.ts";
import { clearCache } from "#renderer/api-client/cache.ts";
import { onFailed, onUnauthorized } from "#renderer/api-client/client.ts";
import { setUser, signIn, signOut, useSession, useUser } from "#renderer/session/session-store.ts";
import { answer, resetApi, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import AccountSection from "./account-section.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

const kim = {
  id: undefined,
  name: "Kim",
  email: "kim@example.com",
  roles: [],
  subscriptionOwned: false,
  subscriptionPending: false,
  subscriptionPastDue: false,
};
const seen = { createdAt: "2026-11-01T10:00:00Z", lastSeenAt: "2026-11-20T10:00:00Z" };
const here = { id: "1", current: true, device: "Firefox, Linux", ...seen };
const there = { id: "2", current: false, device: "Safari, iPhone", ...seen };
const wrongPassword = (field: string) =>
  ({
    error: {
      kind: "rejected",
      message: "",
      status: 422,
      code: "wrong-password",
      fields: { [field]: "That is not your current password." },
    },
  }) as const;

function Account() {
  const user = useUser();
  return user && <AccountSection user={user} />;
}

const form = (name: string) => within(screen.getByRole("form", { name }));

beforeEach(() => {
  signIn({ token: "mine", user: kim });
  answer(listSessions, { data: { items: [here, there] } });
});
afterEach(() => {
  clearCache();
  resetApi();
  signOut();
});

it("names the account, and links to the logout where the menu is behind a button", () => {
  renderPage(<Account />);
  screen.getByText("kim@example.com");
  // jsdom knows no widths: the line is hidden there as on a desktop.
  const link = screen.getByRole("link", { name: "Log out", hidden: true });
  expect(link.getAttribute("href")).toBe("/logout");
});

it("shows a wrong current password at its field without ending the session", async () => {
  const unauthorized = vi.fn<() => void>();
  const stop = onUnauthorized(unauthorized);
  answer(changePassword, wrongPassword("currentPassword"));
  const user = renderPage(<Account />);
  const fields = form("Password");
  await user.type(fields.getByLabelText("Current password"), "wrong");
  await user.type(fields.getByLabelText("New password"), "a long password");
  await user.type(fields.getByLabelText("Repeat password"), "a long password");
  await user.click(fields.getByRole("button", { name: "Change password" }));
  await fields.findByText("That is not your current password.");
  await waitFor(() =>
    expect(document.activeElement).toBe(fields.getByLabelText("Current password")),
  );
  expect(fields.getByLabelText("New password")).toHaveProperty("value", "a long password");
  expect(useSession.getState().user).not.toBeNull();
  expect(unauthorized).not.toHaveBeenCalled();
  stop();
});

it("shows all errors of a new password at once, including the server's", async () => {
  const user = renderPage(<Account />);
  const fields = form("Password");
  await user.type(fields.getByLabelText("New password"), "short");
  await user.type(fields.getByLabelText("Repeat password"), "another");
  const submit = fields.getByRole("button", { name: "Change password" });
  await user.click(submit);
  await fields.findByText("Password do not match");
  fields.getByText("Field is required");
  fields.getByText("At least 8 characters, please");
  expect(sentTo(changePassword)).toHaveLength(0);
  await user.type(fields.getByLabelText("Current password"), "the old one");
  for (const label of ["New password", "Repeat password"]) {
    await user.clear(fields.getByLabelText(label));
    await user.type(fields.getByLabelText(label), "a long password");
  }
  answer(changePassword, {
    error: {
      kind: "rejected",
      message: "",
      status: 400,
      code: "validation",
      fields: { newPassword: "Too common", repeat: "Does not match" },
    },
  });
  await user.click(submit);
  await fields.findByText("Too common");
  fields.getByText("Does not match");
  expect(sentTo(changePassword)[0]?.input.body).toEqual({
    currentPassword: "the old one",
    newPassword: "a long password",
    repeat: "a long password",
  });
});

it("empties the form after the password was changed", async () => {
  answer(changePassword, { data: { token: "renewed" } });
  const user = renderPage(<Account />);
  const fields = form("Password");
  await user.type(fields.getByLabelText("Current password"), "the old one");
  await user.type(fields.getByLabelText("New password"), "a long password");
  await user.type(fields.getByLabelText("Repeat password"), "a longer password");
  await user.click(fields.getByRole("button", { name: "Change password" }));
  await fields.findByText("Password do not match");
  await user.type(fields.getByLabelText("Repeat password"), "{Control>}a{/Control}a long password");
  await user.click(fields.getByRole("button", { name: "Change password" }));
  await fields.findByText(/Your password has been changed/);
  expect(fields.getByLabelText("Current password")).toHaveProperty("value", "");
  expect(fields.getByLabelText("New password")).toHaveProperty("value", "");
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
  await screen.findByRole("form", { name: "E-mail address" });
  const address = form("E-mail address");
  await user.type(address.getByLabelText("New e-mail address"), "new@example.com");
  await user.type(address.getByLabelText("Current password"), "the old one");
  await user.click(address.getByRole("button", { name: "Change address" }));
  await screen.findByRole("textbox", { name: "Six-digit code" });
  const fields = form("Password");
  await user.type(fields.getByLabelText("Current password"), "the old one");
  await user.type(fields.getByLabelText("New password"), "a long password");
  await user.type(fields.getByLabelText("Repeat password"), "a long password");
  await user.click(fields.getByRole("button", { name: "Change password" }));
  await screen.findByRole("form", { name: "E-mail address" });
  expect(screen.queryByRole("textbox", { name: "Six-digit code" })).toBeNull();
});

it("updates the name of the session", async () => {
  answer(changeProfile, { data: { ...kim, name: "Kim Park" } });
  const user = renderPage(<Account />);
  const fields = form("Name");
  expect(fields.getByLabelText("Your name")).toHaveProperty("value", "Kim");
  await user.type(fields.getByLabelText("Your name"), " Park");
  await user.click(fields.getByRole("button", { name: "Save" }));
  await fields.findByText("Saved");
  expect(useSession.getState().user?.name).toBe("Kim Park");
  expect(fields.getByLabelText("Your name")).toHaveProperty("value", "Kim Park");
});

it("ends one other session, and offers no button for this one", async () => {
  answer(endSession, { data: "" });
  const user = renderPage(<Account />);
  const end = await screen.findByRole("button", { name: "Log out: Safari, iPhone" });
  expect(screen.queryByRole("button", { name: "Log out: Firefox, Linux" })).toBeNull();
  answer(listSessions, { data: { items: [here] } });
  await user.click(end);
  await screen.findByText("That device is logged out.");
  expect(sentTo(endSession)[0]?.input.params).toEqual({ id: "2" });
  expect(screen.queryByText("Safari, iPhone")).toBeNull();
});

it("keeps the other sessions listed when ending them fails", async () => {
  const user = renderPage(<Account />);
  await user.click(await screen.findByRole("button", { name: "Log out all other devices" }));
  await waitFor(() => expect(sentTo(endOtherSessions)).toHaveLength(1));
  await waitFor(() => expect(sentTo(listSessions)).toHaveLength(2));
  expect(screen.queryByText("All other devices are logged out.")).toBeNull();
  screen.getByText("Safari, iPhone");
});

it("downloads all data as a file after asking for the password", async () => {
  const parts: Blob[] = [];
  URL.createObjectURL = (file: Blob) => `blob:${parts.push(file)}`;
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  answer(exportAccount, wrongPassword("password"));
  const user = renderPage(<Account />);
  await user.click(await screen.findByRole("button", { name: "Download my data" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Download" }));
  await dialog.findByText("Field is required");
  expect(sentTo(exportAccount)).toHaveLength(0);
  await user.type(dialog.getByLabelText("Current password"), "the right one{Enter}");
  await dialog.findByText("That is not your current password.");
  expect(click).not.toHaveBeenCalled();
  answer(exportAccount, { data: { profile: { name: "Kim" }, purchases: [1, 2] } });
  await user.click(dialog.getByRole("button", { name: "Download" }));
  await screen.findByText("The file is in your downloads.");
  expect(sentTo(exportAccount).at(-1)?.input.body).toEqual({ password: "the right one" });
  expect(click).toHaveBeenCalledOnce();
  const text = (await parts[0]?.text()) ?? "";
  expect(JSON.parse(text)).toEqual({ profile: { name: "Kim" }, purchases: [1, 2] });
  click.mockRestore();
  // The dialog is gone, and the page behind it is visible to screen readers again.
  await user.click(await screen.findByRole("button", { name: "Download my data" }));
  const again = within(await screen.findByRole("dialog"));
  expect(again.getByLabelText("Current password")).toHaveProperty("value", "");
});

it("tells admins before the deletion what stays of them, and that another admin has to confirm it", async () => {
  const told = /another admin, or whoever runs the server/;
  const user = renderPage(<Account />, "/dashboard");
  await user.click(await screen.findByRole("button", { name: "Delete my account" }));
  await screen.findByText(/receipts for as long as the law requires/);
  expect(screen.queryByText(told)).toBeNull();
  setUser({ ...kim, roles: ["ROLE_USER", "ROLE_ADMIN"] });
  await screen.findByText(told);
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

it("deletes the account only with the right password, then goes to the logout", async () => {
  answer(deleteAccount, wrongPassword("password"));
  const user = renderPage(<Account />, "/dashboard");
  await user.click(await screen.findByRole("button", { name: "Delete my account" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
  await dialog.findByText("Field is required");
  expect(sentTo(deleteAccount)).toHaveLength(0);
  await user.type(dialog.getByLabelText("Current password"), "wrong{Enter}");
  await dialog.findByText("That is not your current password.");
  answer(deleteAccount, { data: "" });
  await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
  await expectAddress("/logout");
});
