import { screen } from "@testing-library/react";
import { Link } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { listAnnouncements } from "#shared/api/announcements.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { AnnouncementList } from "./announcement-list.tsx";

const news = { id: "0199a1b2", title: "Clinic", body: "", publishedAt: "2026-11-02T10:00:00Z" };

it("loads the list again when a notification links to an announcement that it lacks", async () => {
  const scrollIntoView = vi.fn();
  Element.prototype.scrollIntoView = scrollIntoView; // jsdom lacks it
  answer(listAnnouncements, { data: { items: [] } });
  const user = renderPage(
    <>
      <Link to={`#${news.id}`}>Notification</Link>
      <AnnouncementList onDone={undefined} />
    </>,
  );
  await screen.findByText("All quiet at the ring");
  answer(listAnnouncements, { data: { items: [news] } });
  await user.click(await screen.findByRole("link", { name: "Notification" }));
  const article = await screen.findByRole("article", { name: "Clinic" });
  expect(scrollIntoView.mock.contexts).toEqual([article]);
  expect(sentTo(listAnnouncements)).toHaveLength(2);
});
