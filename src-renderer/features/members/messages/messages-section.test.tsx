import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listMessages, type ListedMessage } from "#shared/api/contact-messages.ts";
import { answerMessage, closeMessage, reopenMessage } from "#shared/api/member-acts.ts";
import { queryClient } from "#renderer/api-client/query.ts";
import { answer, resetApi, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { MessagesSection } from "./messages-section.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

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
  resetApi();
  queryClient.clear();
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

  it("are answered by keyboard, and the list follows", async () => {
    answer(answerMessage, { data: undefined });
    const user = await show();
    answerButton().focus();
    await user.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText(/sent by e-mail to kim@example.com/);
    await user.type(dialog.getByLabelText("Answer"), "Yes, one is.");
    const now = { ...stranger, answeredAt: answered.answeredAt, answer: "Yes, one is." };
    answer(listMessages, { data: { items: [answered, now], nextCursor: null } });
    await user.click(dialog.getByRole("button", { name: "Send answer" }));
    await screen.findByText("The answer is on its way to kim@example.com.");
    await screen.findByText("Yes, one is.");
    expect(sentTo(answerMessage)[0]?.input).toMatchObject({
      params: { id: stranger.id },
      body: { answer: "Yes, one is." },
    });
  });

  it("are closed without an answer once that is confirmed, and say so", async () => {
    answer(closeMessage, { data: undefined });
    const user = await show();
    await user.click(
      await screen.findByRole("button", { name: "Close “A place” without an answer" }),
    );
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText(/Kim Berg gets no e-mail/);
    dialog.getByText("You can reopen it at any time.");
    expect(dialog.queryByText(/cannot be undone/)).toBeNull();
    expect(sentTo(closeMessage)).toHaveLength(0);
    const closed = { ...stranger, answeredAt: answered.answeredAt };
    answer(listMessages, { data: { items: [answered, closed], nextCursor: null } });
    await user.click(dialog.getByRole("button", { name: "Close message" }));
    await screen.findByText("“A place” is closed.");
    await screen.findByText(/^Closed .+, without an answer here$/);
    expect(sentTo(closeMessage)[0]?.input).toMatchObject({ params: { id: stranger.id } });
    expect(screen.queryByRole("button", { name: /Close “A place”/ })).toBeNull();
  });

  it("that were closed are reopened or answered, those with an answer are not", async () => {
    const closed = { ...stranger, answeredAt: answered.answeredAt };
    answer(listMessages, { data: { items: [answered, closed], nextCursor: null } });
    answer(reopenMessage, { data: undefined });
    const user = await show();
    expect(screen.queryByRole("button", { name: /My receipt/ })).toBeNull();
    answerButton();
    await user.click(await screen.findByRole("button", { name: "Reopen “A place”" }));
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText(/Kim Berg gets no e-mail/);
    answer(listMessages, { data: { items: [stranger, answered], nextCursor: null } });
    await user.click(dialog.getByRole("button", { name: "Reopen message" }));
    await screen.findByText("“A place” waits for an answer again.");
    expect(sentTo(reopenMessage)[0]?.input).toMatchObject({ params: { id: stranger.id } });
    screen.getByRole("button", { name: "Close “A place” without an answer" });
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

  it("come page by page, and the focus goes to the first new one", async () => {
    answer(listMessages, { data: { items: [stranger], nextCursor: "next" } });
    const user = await show();
    answer(listMessages, { data: { items: [answered], nextCursor: null } });
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await screen.findByText("My receipt");
    expect(sentTo(listMessages).at(-1)?.input).toMatchObject({ query: { cursor: "next" } });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getAllByRole("listitem").at(-1)),
    );
  });

  it("say that there are none, and that they could not be loaded", async () => {
    answer(listMessages, { error: { kind: "offline", message: "" } });
    const user = renderPage(<MessagesSection />);
    expect((await screen.findByRole("alert")).textContent).toContain("connection");
    answer(listMessages, { data: { items: [], nextCursor: null } });
    await user.click(await screen.findByRole("button", { name: /again|retry/i }));
    await screen.findByRole("heading", { name: "No messages yet" });
  });
});
