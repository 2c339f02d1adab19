import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import {
  changeAnnouncement,
  getAnnouncementTexts,
  listAnnouncements,
  withdrawAnnouncement,
  writeAnnouncement,
} from "#shared/api/announcements.ts";
import { getMailing } from "#shared/api/mailings.ts";
import { getStudioEntry } from "#shared/api/studio.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { expectAddress, renderPage } from "#renderer/testing/render-page.tsx";
import AnnouncementsPage from "./announcements-page.tsx";

const news = {
  id: "0199a1b2-0000-7000-8000-000000000001",
  title: "Show-day clinic",
  body: "On **Saturday**.",
  publishedAt: "2026-11-02T10:00:00Z",
};
const kim = {
  id: undefined,
  name: "Kim",
  email: undefined,
  subscriptionOwned: true,
  subscriptionPending: false,
  subscriptionPastDue: false,
};
const signInAs = (role: string) => signIn({ token: "t", user: { ...kim, roles: [role] } });

it("shows announcements with their dates and Markdown", async () => {
  answer(listAnnouncements, { data: { items: [news] } });
  renderPage(<AnnouncementsPage />);
  const article = await screen.findByRole("article", { name: "Show-day clinic" });
  within(article).getByText("2 November 2026");
  expect((await within(article).findByText("Saturday")).tagName).toBe("STRONG");
});

it("says when an announcement was changed", async () => {
  answer(listAnnouncements, { data: { items: [{ ...news, changedAt: "2026-11-05T10:00:00Z" }] } });
  renderPage(<AnnouncementsPage />);
  const article = await screen.findByRole("article", { name: "Show-day clinic" });
  expect(within(article).getByText(/Changed on/).textContent).toBe("Changed on 5 November 2026");
});

it("offers writing and withdrawing to admins only", async () => {
  signInAs("ROLE_REVIEWER");
  answer(listAnnouncements, { data: { items: [news] } });
  renderPage(<AnnouncementsPage />);
  await screen.findByRole("article");
  // The admin controls are chunks of their own: loads them, so that they would be shown by now.
  await Promise.all([import("./write-announcement.tsx"), import("./announcement-tools.tsx")]);
  await act(async () => {});
  expect(screen.queryByRole("button")).toBeNull();
});

it("offers an admin to mail an announcement to readers", async () => {
  signInAs("ROLE_ADMIN");
  answer(listAnnouncements, { data: { items: [news] } });
  answer(getMailing, { data: { recipients: 40, labels: [], sending: null, previews: [] } });
  const user = renderPage(<AnnouncementsPage />);
  const open = await screen.findByRole("button", { name: "Send “Show-day clinic” by e-mail" });
  await user.click(open);
  await screen.findByRole("button", { name: "Send to 40 readers" });
  expect(sentTo(getMailing).map(({ input }) => input.params)).toEqual([
    { kind: "announcements", slug: news.id },
  ]);
  await user.click(open);
  expect(screen.queryByRole("button", { name: "Send to 40 readers" })).toBeNull();
});

it("begins with title and link of the entry that the address names, and forgets it once published", async () => {
  signInAs("ROLE_ADMIN");
  answer(listAnnouncements, { data: { items: [] } });
  answer(writeAnnouncement, { data: news });
  const text = (title: string) => ({ front: { title }, body: "Text." });
  const texts = { en: text("Weave [new]"), pl: text("Slalom") };
  const entry = { kind: "articles", slug: "weave", published: { metadata: {}, texts } };
  answer(getStudioEntry, { data: entry });
  const user = renderPage(<AnnouncementsPage />, "/announcements?entry=articles/weave");
  await user.click(await screen.findByRole("button", { name: "Publish now" }));
  await screen.findByText(/Published/);
  expect(sentTo(writeAnnouncement)[0]?.input.body).toEqual({
    titleEn: "Weave [new]",
    bodyEn: String.raw`[Weave \[new\]](/articles/weave)`,
    titlePl: "Slalom",
    bodyPl: "[Slalom](/articles/weave)",
  });
  await expectAddress("/announcements");
});

it("keeps the announcement that is being written while another one is withdrawn", async () => {
  signInAs("ROLE_ADMIN");
  answer(listAnnouncements, { data: { items: [news] } });
  answer(withdrawAnnouncement, { data: "" });
  const user = renderPage(<AnnouncementsPage />);
  await user.click(await screen.findByRole("button", { name: "Write announcement" }));
  const english = within(screen.getByRole("group", { name: "English" }));
  await user.type(english.getByLabelText("Title"), "Half written");
  await user.click(await screen.findByRole("button", { name: "Withdraw: Show-day clinic" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Withdraw" }));
  await screen.findByText(/Withdrawn/);
  screen.getByDisplayValue("Half written");
});

it("no longer says that an announcement was published after it was withdrawn", async () => {
  signInAs("ROLE_ADMIN");
  answer(listAnnouncements, { data: { items: [] } });
  answer(writeAnnouncement, { data: news });
  answer(withdrawAnnouncement, { data: "" });
  const user = renderPage(<AnnouncementsPage />);
  await user.click(await screen.findByRole("button", { name: "Write announcement" }));
  const english = within(screen.getByRole("group", { name: "English" }));
  await user.type(english.getByLabelText("Title"), "Show-day clinic");
  await user.type(english.getByLabelText("Text"), "On **Saturday**.");
  answer(listAnnouncements, { data: { items: [news] } });
  await user.click(await screen.findByRole("button", { name: "Publish now" }));
  await screen.findByText(/Published/);
  await user.click(await screen.findByRole("button", { name: "Withdraw: Show-day clinic" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Withdraw" }));
  await screen.findByText(/Withdrawn/);
  expect(screen.queryByText(/Published/)).toBeNull();
});

const texts = { titleEn: "Show-day clinic", bodyEn: "On Saturday.", titlePl: "", bodyPl: "" };

/** Opens the form of the only announcement, as an admin. */
async function edit() {
  signInAs("ROLE_ADMIN");
  answer(listAnnouncements, { data: { items: [news] } });
  answer(getAnnouncementTexts, { data: { ...texts, revision: 1 } });
  const user = renderPage(<AnnouncementsPage />);
  await user.click(await screen.findByRole("button", { name: "Edit: Show-day clinic" }));
  const form = within(await screen.findByRole("form", { name: "Edit: Show-day clinic" }));
  const english = within(form.getByRole("group", { name: "English" }));
  return { user, form, title: english.getByLabelText<HTMLInputElement>("Title") };
}

it("names the form by the title in the first language of the portal", async () => {
  const demo = brand;
  onTestFinished(() => setBrand(demo));
  setBrand({ ...demo, languages: ["pl"] });
  signInAs("ROLE_ADMIN");
  answer(listAnnouncements, { data: { items: [{ ...news, title: "Trening" }] } });
  const polish = { titleEn: "", bodyEn: "", titlePl: "Trening", bodyPl: "W sobotę." };
  answer(getAnnouncementTexts, { data: { ...polish, revision: 1 } });
  const user = renderPage(<AnnouncementsPage />);
  await user.click(await screen.findByRole("button", { name: "Edit: Trening" }));
  await screen.findByRole("form", { name: "Edit: Trening" });
});

it("saves nothing that is as it was", async () => {
  const { user, form } = await edit();
  await user.click(form.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
  expect(sentTo(changeAnnouncement)).toEqual([]);
});

it("keeps the text beside what another admin has published meanwhile, and replaces that when saved again", async () => {
  const { user, form, title } = await edit();
  await user.type(title, " moved");
  await user.click(form.getByLabelText(/^Announce it again/));
  answer(changeAnnouncement, {
    error: { kind: "rejected", message: "", status: 409, code: "conflict" },
  });
  answer(getAnnouncementTexts, { data: { ...texts, titleEn: "Clinic full", revision: 2 } });
  await user.click(form.getByRole("button", { name: "Save changes" }));
  await form.findByText(/Another admin has changed/);
  form.getByText("Clinic full");
  expect(title.value).toBe("Show-day clinic moved");
  answer(changeAnnouncement, { data: news });
  await user.click(form.getByRole("button", { name: "Save changes" }));
  await screen.findByText(/^Saved/);
  expect(sentTo(changeAnnouncement).map(({ input }) => input.body)).toEqual([
    expect.objectContaining({ titleEn: "Show-day clinic moved", revision: 1, again: true }),
    expect.objectContaining({ titleEn: "Show-day clinic moved", revision: 2, again: true }),
  ]);
});
