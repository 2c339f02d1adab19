import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { listMessages, type ListedMessage } from "#shared/api/contact-messages.ts";
import { answerMessage } from "#shared/api/member-acts.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { MessagesSection } from "./messages-section.tsx";

const stranger: ListedMessage = {
  id: "6f9e5c5e-0000-4000-8000-000000000001",
  name: "Kim Berg",
  email: "kim@example.com",
  isProven: false,
  subject: "A place",
  message: "Is one left?\n\nMy dog is small.",
  createdAt: "2026-11-20T12:00:00.000Z",
  answeredAt: null,
  answer: null,
  memberId: null,
};
const answered: ListedMessage = {
  ...stranger,
  id: "6f9e5c5e-0000-4000-8000-000000000002",
  name: "Ada Lind",
  email: "ada@example.com",
  subject: "My receipt",
  answeredAt: "2026-11-21T12:00:00.000Z",
  answer: "It is on its way.",
  memberId: "6f9e5c5e-0000-4000-8000-000000000009",
};

const show = async () => {
  const user = renderPage(<MessagesSection />, "/dashboard?section=messages");
  await screen.findByText("A place");
  return user;
};
const answerButton = () => screen.getByRole("button", { name: "Answer “A place”" });

beforeEach(() => {
  answer(listMessages, { data: { items: [stranger, answered], nextCursor: null } });
});

describe("the messages", () => {
  it("say who wrote: strangers by their address, members with a link to their page", async () => {
    await show();
    const [first, second] = screen.getAllByRole("listitem");
    expect(first?.textContent).toContain("Kim Berg, kim@example.com (no account)");
    expect(second?.textContent).toContain("It is on its way.");
    expect(within(second!).getByRole("link", { name: "Ada Lind" }).getAttribute("href")).toBe(
      `/dashboard?section=members&member=${answered.memberId}`,
    );
    // Anybody can write a member's address; a stranger claims to be nobody.
    const claim = /somebody else may have used this address/;
    expect(first?.textContent).not.toMatch(claim);
    expect(second?.textContent).toMatch(claim);
    expect(within(second!).queryByRole("button")).toBeNull();
  });

  it("tell the slower one of two admins, keep the text, and show the other answer", async () => {
    const error = {
      kind: "rejected" as const,
      status: 409,
      code: "conflict" as const,
      message: "",
    };
    answer(answerMessage, { error });
    const user = await show();
    await user.click(answerButton());
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Answer"), "Yes");
    const theirs = { ...stranger, answeredAt: answered.answeredAt, answer: "No, sorry." };
    answer(listMessages, { data: { items: [theirs], nextCursor: null } });
    await user.click(dialog.getByRole("button", { name: "Send answer" }));
    expect((await dialog.findByRole("alert")).textContent).toContain(
      "The text in this dialog was not sent",
    );
    expect(dialog.getByLabelText<HTMLTextAreaElement>("Answer").value).toBe("Yes");
    await screen.findByText("No, sorry.");
  });
});
