import { act, cleanup, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { sendContactMessage } from "#shared/api/contact.ts";
import { announceSessionEnd } from "#renderer/session/session-end.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { contactDraft } from "./contact-form.tsx";
import ContactPage from "./contact-page.tsx";

const field = (name: string) => screen.getByRole("textbox", { name });
const names = ["Your name", "Your e-mail address", "What is it about?", "Your message"];
const send = () => screen.getByRole("button", { name: "Send message" });

async function write(user: ReturnType<typeof renderPage>) {
  await user.type(field("Your name"), "Kim");
  await user.type(field("Your e-mail address"), "kim@example.com");
  await user.type(field("What is it about?"), "A receipt");
  await user.type(field("Your message"), "Where is it?");
}

it("says how long to wait after too many tries", async () => {
  const user = renderPage(<ContactPage />);
  await write(user);
  const refused = { kind: "rejected", message: "No", code: "too-many-requests" } as const;
  answer(sendContactMessage, { error: { ...refused, retryAfter: 700 } });
  await user.click(send());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Please try again in 12 minutes.");
  answer(sendContactMessage, { error: refused });
  await user.click(send());
  await screen.findByText(/Please wait a few minutes/);
});

it("fills in the name and address of a user", () => {
  const user = { name: "Kim", email: "kim@example.com", roles: [] };
  const flags = {
    subscriptionOwned: false,
    subscriptionPending: false,
    subscriptionPastDue: false,
  };
  signIn({
    token: "t",
    user: { id: undefined, ...user, ...flags },
  });
  renderPage(<ContactPage />);
  expect(field("Your name")).toHaveProperty("value", "Kim");
  expect(field("Your e-mail address")).toHaveProperty("value", "kim@example.com");
});

it("is empty after a logout in another window, and leaves no draft of the user", async () => {
  const user = renderPage(<ContactPage />);
  await write(user);
  act(() => announceSessionEnd("logged-out", false));
  for (const name of names) expect(field(name), name).toHaveProperty("value", "");
  cleanup();
  expect(contactDraft.read()).toBeNull();
});
