import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { deleteReadKey, getReadKey, makeReadKey } from "#shared/api/read-key.ts";
import {
  addWebhook,
  deleteWebhook,
  listWebhooks,
  resendDelivery,
  testWebhook,
  type Webhook,
} from "#shared/api/webhooks.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { ada } from "#renderer/testing/sample-user.ts";
import { ReadKeyPart } from "./read-key-part.tsx";
import { WebhooksPart } from "./webhooks-part.tsx";

const at = "2026-03-01T12:00:00.000Z";
const chat: Webhook = {
  id: "6f9e5c5e-0000-4000-8000-000000000001",
  url: "https://chat.example/hook",
  events: ["member.joined", "membership.ended"],
  createdAt: at,
  deliveries: [
    {
      id: "6f9e5c5e-0000-4000-8000-000000000002",
      event: "membership.ended",
      at,
      state: "given-up",
      tries: 11,
      failure: { reason: "status", answer: "503 Unavailable" },
      nextTryAt: null,
    },
  ],
};

const list = (items: Webhook[]) => answer(listWebhooks, { data: { items } });

beforeEach(() => {
  signIn({ token: "mine", user: ada });
  list([chat]);
});

it("adds a receiver after the password, and shows its secret once", async () => {
  list([]);
  const user = renderPage(<WebhooksPart />);
  await screen.findByRole("heading", { name: "No receivers yet" });
  await user.click(screen.getByRole("button", { name: "Add a receiver" }));
  await user.type(
    screen.getByRole("textbox", { name: "Web address" }),
    "https://chat.example/hook",
  );
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByRole("alert"); // no event is chosen
  await user.click(screen.getByRole("checkbox", { name: "A membership began" }));
  await user.click(screen.getByRole("checkbox", { name: "A membership ended" }));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/chat\.example gets names/);
  await user.type(dialog.getByLabelText("Current password"), "a password");
  answer(addWebhook, { data: { id: chat.id, secret: "whsec_abc" } });
  list([chat]);
  await user.click(dialog.getByRole("button", { name: "Add" }));
  const secret = await screen.findByRole("textbox", { name: "Secret of chat.example" });
  expect(secret).toHaveProperty("value", "whsec_abc");
  expect(sentTo(addWebhook)[0]?.input.body).toEqual({
    url: "https://chat.example/hook",
    events: ["membership.began", "membership.ended"],
    password: "a password",
  });
  await user.click(screen.getByRole("button", { name: "Copy" }));
  await screen.findByText("Copied.");
  expect(await navigator.clipboard.readText()).toBe("whsec_abc");
});

it("says at the field that an address is refused, once the password was entered", async () => {
  const user = renderPage(<WebhooksPart />);
  await user.click(await screen.findByRole("button", { name: "Add a receiver" }));
  await user.type(screen.getByRole("textbox", { name: "Web address" }), "https://10.0.0.1");
  await user.click(screen.getByRole("checkbox", { name: "A membership ended" }));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Current password"), "a password");
  const fields = { url: "Not on the internet" };
  answer(addWebhook, {
    error: { kind: "rejected", message: "", status: 400, code: "validation", fields },
  });
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await screen.findByText("Not on the internet");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("textbox", { name: "Web address" })).toHaveProperty(
    "value",
    "https://10.0.0.1",
  );
});

it("says what became of a test", async () => {
  const user = renderPage(<WebhooksPart />);
  answer(testWebhook, { data: { failure: { reason: "timeout", answer: null } } });
  await user.click(await screen.findByRole("button", { name: "Send a test" }));
  await screen.findByText(/did not take the test message. It did not answer within ten seconds/);
  answer(testWebhook, { data: { failure: null } });
  await user.click(screen.getByRole("button", { name: "Send a test" }));
  await screen.findByText("chat.example took the test message.");
});

it("shows why a message was given up, and sends it again", async () => {
  const user = renderPage(<WebhooksPart />);
  await user.click(await screen.findByText("Latest messages"));
  screen.getByText(/A membership ended · given up/);
  screen.getByText("It answered: 503 Unavailable");
  answer(resendDelivery, { data: undefined });
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await screen.findByText("The message is sent again within a minute.");
  expect(sentTo(resendDelivery)[0]?.input.params).toEqual({ id: chat.deliveries[0]?.id });
});

it("deletes a receiver only after a question", async () => {
  const user = renderPage(<WebhooksPart />);
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  expect(sentTo(deleteWebhook)).toHaveLength(0);
  answer(deleteWebhook, { data: undefined });
  list([]);
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await screen.findByText("chat.example was deleted.");
});

it("makes the key for reading members after the password, shows it once, and deletes it", async () => {
  answer(getReadKey, { data: { key: null } });
  const user = renderPage(<ReadKeyPart />);
  await user.click(await screen.findByRole("button", { name: "Make a key" }));
  let dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Current password"), "a password");
  answer(makeReadKey, { data: { key: "rk_abc" } });
  answer(getReadKey, { data: { key: { createdAt: at, lastUsedAt: null } } });
  await user.click(dialog.getByRole("button", { name: "Make a key" }));
  expect(await screen.findByRole("textbox", { name: "Key" })).toHaveProperty("value", "rk_abc");
  await screen.findByText("Not used yet");
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  answer(deleteReadKey, { data: undefined });
  answer(getReadKey, { data: { key: null } });
  dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await screen.findByText("The key was deleted.");
  expect(screen.queryByRole("textbox", { name: "Key" })).toBeNull();
});
