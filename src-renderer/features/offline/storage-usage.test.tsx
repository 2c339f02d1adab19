import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import type { OfflineLibrary } from "./read-offline-library.ts";
import { StorageUsage } from "./storage-usage.tsx";

const text = (slug: string) => ({
  entry: entry({ slug }),
  bytes: 1,
  keptAt: 0,
  openedAt: 0,
  isSaved: false,
});
const video = {
  userId: "1",
  slug: "seesaw",
  title: "The seesaw",
  type: "video/mp4",
  bytes: 1,
  parts: 1,
  isComplete: true,
  captions: [],
};
const until = Date.parse("2026-03-16T12:00:00Z");
const open = (kept: Partial<OfflineLibrary>) =>
  renderPage(
    <StorageUsage shelf={{ until, keepsTexts: true, entries: [], videos: [], ...kept }} />,
  );

it("says in one line what this device keeps, and until when", () => {
  open({
    entries: [text("a"), text("b"), text("c")],
    videos: [video, { ...video, slug: "tunnel", isComplete: false }],
  });
  screen.getByText(/^3 texts, 1 video, available offline until .*16/);
});

it("promises texts only while they are kept", () => {
  open({});
  screen.getByText(/^Nothing yet/);
});

it("leaves it to the row of the texts that none are kept", () => {
  open({ keepsTexts: false });
  screen.getByText("No texts are kept");
  expect(screen.queryByText(/Nothing yet/)).toBeNull();
});
