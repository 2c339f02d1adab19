import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  getInvitations,
  type Invitations,
  sendInvitations,
  testInvitation,
} from "#shared/api/invitations.ts";
import { listMembers } from "#shared/api/members.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { MembersSection } from "./members-section.tsx";

const found: Invitations = {
  imported: 3,
  notInvited: 2,
  invited: 1,
  waiting: 0,
  reminded: 0,
  came: 1,
  previews: [
    { language: "en", subject: "Ready", text: "You need no password." },
    { language: "pl", subject: "Gotowe", text: "Nie potrzebujesz hasła." },
  ],
};

function open(invitations: Invitations) {
  answer(listMembers, { data: { items: [], nextCursor: null } });
  answer(getInvitations, { data: invitations });
  return renderPage(<MembersSection />, "/dashboard?section=members");
}

it.each([0, 3])("is not there where none of %s imported members is missing", async (imported) => {
  open({ ...found, imported, notInvited: 0, invited: imported, came: imported });
  await screen.findByText("Nobody found");
  expect(screen.queryByRole("region", { name: "Invitations" })).toBeNull();
});

it("keeps the list back until it is known whether the invitations stand above it", async () => {
  answer(listMembers, { data: { items: [], nextCursor: null } });
  const come = Promise.withResolvers<{ data: Invitations }>();
  answer(getInvitations, come.promise);
  renderPage(<MembersSection />, "/dashboard?section=members");
  await waitFor(() => expect(sentTo(listMembers)).toHaveLength(1));
  expect(screen.queryByRole("searchbox")).toBeNull();
  come.resolve({ data: found });
  await screen.findByRole("region", { name: "Invitations" });
  screen.getByRole("searchbox");
});

it("shows the mail, tests it, and sends it after the password", async () => {
  const user = open(found);
  const panel = within(await screen.findByRole("region", { name: "Invitations" }));
  await user.click(panel.getByRole("button", { name: "Preview the e-mail" }));
  expect(panel.getByText("You need no password.")).toBeTruthy();
  await user.click(panel.getByRole("button", { name: "Polish" }));
  expect(panel.getByText("Gotowe")).toBeTruthy();
  answer(testInvitation, { data: { to: "owner@example.com" } });
  await user.click(panel.getByRole("button", { name: "Send a test to me" }));
  await panel.findByText("A test is on its way to owner@example.com.");
  expect(sentTo(testInvitation)[0]?.input.body).toEqual({ language: "pl" });

  await user.click(panel.getByRole("button", { name: "Send invitations to 2 members" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("2 members get the e-mail, each once.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(sentTo(sendInvitations)).toHaveLength(0);
  await user.type(dialog.getByLabelText("Your password"), "a password");
  answer(sendInvitations, { data: { invited: 2 } });
  answer(getInvitations, { data: { ...found, notInvited: 0, invited: 3, waiting: 2 } });
  await user.click(dialog.getByRole("button", { name: "Send" }));
  await screen.findByText("2 members are being invited.");
  expect(sentTo(sendInvitations)[0]?.input.body).toEqual({ password: "a password" });
  await panel.findByText("2 e-mails have not been sent yet.");
  expect(panel.queryByRole("button", { name: /^Send invitations/ })).toBeNull();
});
