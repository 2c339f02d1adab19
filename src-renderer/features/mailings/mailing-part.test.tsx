import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { getMailing, sendMailing, testMailing, type Mailing } from "#shared/api/mailings.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { MailingPart } from "./mailing-part.tsx";

const preview = (language: "en" | "pl", title: string): Mailing["previews"][number] => ({
  language,
  forMembers: true,
  subject: `New: ${title}`,
  paragraphs: ["This is new:"],
  entries: [{ title, text: "In short.", url: "http://portal.test/articles/weave-entries" }],
  action: { label: "Open it", url: "http://portal.test/articles/weave-entries" },
  unsubscribe: { why: "You wanted it.", label: "Unsubscribe", url: "http://portal.test/u" },
  text: `${title} as plain text`,
});
const mail: Mailing = {
  recipients: 12,
  labels: [],
  sending: null,
  previews: [preview("en", "Weave entries"), preview("pl", "Wejścia w slalom")],
};
const sending: NonNullable<Mailing["sending"]> = {
  by: "Ada",
  at: "2026-11-26T10:00:00.000Z",
  choice: { audience: "weekly", body: "teaser" },
  recipients: 12,
  waiting: 0,
  leftOut: 0,
  refused: 0,
};
const subject = { kind: "articles", slug: "weave-entries" } as const;
const published = { subject, publishedAt: "2026-11-26T09:00:00.000Z", isPublished: true };

beforeEach(() => {
  answer(getMailing, { data: mail });
});

it("shows the mail in each language and as plain text, and sends a test in the shown one", async () => {
  answer(testMailing, { data: { to: "ada@example.com" } });
  const user = renderPage(<MailingPart {...published} />);
  await user.click(await screen.findByRole("button", { name: "Preview the e-mail" }));
  screen.getByText("New: Weave entries");
  await user.click(screen.getByRole("button", { name: "Polish" }));
  screen.getByText("New: Wejścia w slalom");
  await user.click(screen.getByRole("button", { name: "Plain text" }));
  screen.getByText("Wejścia w slalom as plain text");
  await user.click(screen.getByRole("button", { name: "Send a test to me" }));
  await screen.findByText("A test is on its way to ada@example.com.");
  expect(sentTo(testMailing).map(({ input }) => input.body)).toEqual([
    { audience: "weekly", body: "teaser", language: "pl", forMembers: true },
  ]);
});

it("is sent once, after asking, and says so from then on", async () => {
  const user = renderPage(<MailingPart {...published} />);
  await user.click(await screen.findByRole("button", { name: "Send to 12 readers" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(sentTo(sendMailing)).toHaveLength(0);
  answer(sendMailing, { data: { ...mail, sending } });
  answer(getMailing, { data: { ...mail, sending } });
  await user.type(dialog.getByLabelText("Current password"), "three green tunnels");
  await user.dblClick(dialog.getByRole("button", { name: "Send to 12 readers" }));
  await screen.findByText(/Ada sent this to 12 readers on 26 Nov 2026/);
  expect(sentTo(sendMailing)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: /Send to/ })).toBeNull();
});

it("shows that another admin was faster", async () => {
  const user = renderPage(<MailingPart {...published} />);
  await user.click(await screen.findByRole("button", { name: "Send to 12 readers" }));
  answer(sendMailing, {
    error: { kind: "rejected", message: "", status: 409, code: "conflict" },
  });
  answer(getMailing, { data: { ...mail, sending: { ...sending, by: "Eva", waiting: 2 } } });
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Current password"), "three green tunnels");
  await user.click(dialog.getByRole("button", { name: "Send to 12 readers" }));
  await screen.findByText(/Eva sent this.* 2 e-mails are still waiting to be delivered/);
});

it("waits with a scheduled entry until it appears, and with a draft until it has a date", async () => {
  answer(getMailing, { data: { ...mail, sending: { ...sending, at: null, recipients: 0 } } });
  renderPage(
    <>
      <MailingPart subject={subject} publishedAt="2026-12-01T08:00:00Z" isPublished={false} />
      <MailingPart subject={subject} publishedAt={null} isPublished={false} />
    </>,
  );
  await screen.findByText(/arranged for this to be sent when it appears.*1 December 2026/);
  screen.getByText(/Once this is published or scheduled/);
});

it("goes to the chosen audience, whose number it shows, with the text that each of them may read", async () => {
  const teaser = preview("en", "Weave entries");
  const ofAll = { ...mail, labels: ["VIP"], recipients: 40 };
  answer(getMailing, { data: { ...mail, labels: ["VIP"] } });
  const user = renderPage(<MailingPart {...published} />);
  const audience = await screen.findByLabelText("Who gets it");
  answer(getMailing, { data: ofAll });
  await user.selectOptions(audience, "Everybody who agreed to e-mails");
  await screen.findByText("40 readers would get this.");
  answer(getMailing, { data: { ...ofAll, recipients: 3 } });
  await user.selectOptions(screen.getByLabelText("Only with the label"), "VIP");
  await screen.findByText("3 readers would get this.");
  const previews = [
    { ...teaser, content: "All of **it**." },
    { ...teaser, forMembers: false, content: "The beginning." },
  ];
  answer(getMailing, { data: { ...ofAll, recipients: 3, previews } });
  await user.selectOptions(screen.getByLabelText("What it contains"), "whole");
  await user.click(screen.getByRole("button", { name: "Preview the e-mail" }));
  await screen.findByText("it", { selector: "strong" });
  await user.click(screen.getByRole("button", { name: "As others get it" }));
  await screen.findByText("The beginning.");
  await user.click(screen.getByRole("button", { name: "Send to 3 readers" }));
  const dialog = within(await screen.findByRole("dialog"));
  answer(sendMailing, { data: { ...mail, sending } });
  await user.type(dialog.getByLabelText("Current password"), "three green tunnels");
  await user.click(dialog.getByRole("button", { name: "Send to 3 readers" }));
  await waitFor(() => expect(sentTo(sendMailing)).toHaveLength(1));
  expect(sentTo(sendMailing)[0]?.input.body).toEqual({
    audience: "agreed",
    label: "VIP",
    body: "whole",
    password: "three green tunnels",
  });
});

it("says who was left out and refused", async () => {
  const choice = { audience: "not-members", body: "whole", label: "VIP" } as const;
  answer(getMailing, {
    data: { ...mail, sending: { ...sending, choice, leftOut: 2, refused: 1 } },
  });
  renderPage(<MailingPart {...published} />);
  await screen.findByText(
    /12 readers on 26 Nov 2026.*\(People without a membership who agreed to e-mails, VIP\).*2 readers were left out.*1 address was refused/,
  );
});

it("goes with its text to all who agreed, if it is an announcement", async () => {
  renderPage(
    <MailingPart {...published} subject={{ kind: "announcements", slug: "not-read-here" }} />,
  );
  expect(await screen.findByLabelText("Who gets it")).toHaveProperty("value", "agreed");
  expect(screen.queryByLabelText("What it contains")).toBeNull();
});
