import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import {
  getEntryMail,
  sendEntryMail,
  testEntryMail,
  type EntryMail as Mail,
} from "#shared/api/entry-mail.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { sampleEntry } from "../testing/sample-studio.ts";
import { EntryMail } from "./entry-mail.tsx";

const preview = (language: "en" | "pl", title: string): Mail["previews"][number] => ({
  language,
  subject: `New: ${title}`,
  paragraphs: ["This is new:"],
  entries: [{ title, text: "In short.", url: "http://portal.test/articles/weave-entries" }],
  action: { label: "Open it", url: "http://portal.test/articles/weave-entries" },
  unsubscribe: { why: "You wanted it.", label: "Unsubscribe", url: "http://portal.test/u" },
  text: `${title} as plain text`,
});
const mail: Mail = {
  recipients: 12,
  sending: null,
  previews: [preview("en", "Weave entries"), preview("pl", "Wejścia w slalom")],
};
const sending = { by: "Ada", at: "2026-11-26T10:00:00.000Z", recipients: 12, waiting: 0 };
const published = sampleEntry({ state: "published", publishedAt: "2026-11-26T09:00:00.000Z" });

beforeEach(() => {
  answer(getEntryMail, { data: mail });
});

it("shows the mail in each language and as plain text, and sends a test in the shown one", async () => {
  answer(testEntryMail, { data: { to: "ada@example.com" } });
  const user = renderPage(<EntryMail entry={published} />);
  await user.click(await screen.findByRole("button", { name: "Preview the e-mail" }));
  screen.getByText("New: Weave entries");
  await user.click(screen.getByRole("button", { name: "Polish" }));
  screen.getByText("New: Wejścia w slalom");
  await user.click(screen.getByRole("button", { name: "Plain text" }));
  screen.getByText("Wejścia w slalom as plain text");
  await user.click(screen.getByRole("button", { name: "Send a test to me" }));
  await screen.findByText("A test is on its way to ada@example.com.");
  expect(sentTo(testEntryMail).map(({ input }) => input.body)).toEqual([{ language: "pl" }]);
});

it("is sent once, after asking, and says so from then on", async () => {
  const user = renderPage(<EntryMail entry={published} />);
  await user.click(await screen.findByRole("button", { name: "Send to 12 readers" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(sentTo(sendEntryMail)).toHaveLength(0);
  answer(sendEntryMail, { data: { ...mail, sending } });
  answer(getEntryMail, { data: { ...mail, sending } });
  await user.type(dialog.getByLabelText("Current password"), "three green tunnels");
  await user.dblClick(dialog.getByRole("button", { name: "Send to 12 readers" }));
  await screen.findByText(/Ada sent this to 12 readers on 26 Nov 2026/);
  expect(sentTo(sendEntryMail)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: /Send to/ })).toBeNull();
});

it("shows that another admin was faster", async () => {
  const user = renderPage(<EntryMail entry={published} />);
  await user.click(await screen.findByRole("button", { name: "Send to 12 readers" }));
  answer(sendEntryMail, {
    error: { kind: "rejected", message: "", status: 409, code: "conflict" },
  });
  answer(getEntryMail, { data: { ...mail, sending: { ...sending, by: "Eva", waiting: 2 } } });
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Current password"), "three green tunnels");
  await user.click(dialog.getByRole("button", { name: "Send to 12 readers" }));
  await screen.findByText(/Eva sent this.* 2 e-mails are still waiting to be delivered/);
});

it("waits with a scheduled entry until it appears, and with a draft until it has a date", async () => {
  answer(getEntryMail, { data: { ...mail, sending: { ...sending, at: null, recipients: 0 } } });
  renderPage(
    <>
      <EntryMail entry={sampleEntry({ state: "scheduled", publishedAt: "2026-12-01T08:00:00Z" })} />
      <EntryMail entry={sampleEntry({ state: "draft" })} />
    </>,
  );
  await screen.findByText(/arranged for this to be sent when it appears.*1 December 2026/);
  screen.getByText(/Once this is published or scheduled/);
});
