import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { listRelated } from "#shared/api/related.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { entry, teaser } from "../testing/sample-entries.ts";
import { EntryEnd } from "./entry-end.tsx";

const trusted = entry({
  sources: [
    {
      title: "Nutrition Guidelines",
      publisher: "A society",
      url: "https://example.com/",
      language: "en",
    },
    { title: "Regulations", publisher: "A federation", language: "en" },
  ],
  reviewed: { on: "2026-09-14", by: "Dr. Ewan Kerr" },
});

it("an entry ends with its sources, its last review and what goes with it", async () => {
  answer(listRelated, { data: { items: [teaser({ kind: "videos", slug: "a", title: "Cross" })] } });
  renderPage(<EntryEnd entry={trusted} setting="library" />);
  const sources = await screen.findByRole("region", { name: "Sources" });
  const [linked, plain] = within(sources).getAllByRole("listitem");
  expect(linked?.textContent).toBe("A society: Nutrition Guidelines");
  expect(within(sources).getByRole("link").getAttribute("href")).toBe("https://example.com/");
  expect(plain?.querySelector("a")).toBeNull();
  expect(sources.textContent).toMatch(/Last reviewed on .*14 September 2026 by Dr\. Ewan Kerr/);
  const goesWith = await screen.findByRole("region", { name: "Related" });
  const link = within(goesWith).getByRole("link", { name: "Cross" });
  expect(link.getAttribute("href")).toBe("/preview/videos/a");
});

it("the end of an entry is empty without sources and links, and if they fail", async () => {
  renderPage(<EntryEnd entry={entry()} setting="library" />);
  await vi.waitFor(() => expect(sentTo(listRelated)).toHaveLength(1));
  expect(screen.queryByRole("heading")).toBeNull();
});
