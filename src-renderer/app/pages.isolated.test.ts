import { expect, it, vi } from "vitest";
import { ChunkLoadError } from "#renderer/components/load-chunk.ts";
import { pageOf } from "./pages.ts";

vi.mock("./pages/about/about-page.tsx", () => {
  throw new Error("gone");
});

it("a page that did not load stays failed when React renders again, so that its error is shown", async () => {
  const page = pageOf("about").load();
  await expect(page).rejects.toBeInstanceOf(ChunkLoadError);
  expect(pageOf("about").load()).toBe(page);
});
