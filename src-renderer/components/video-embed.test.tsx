import { fireEvent, render as renderAlone, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import "#renderer/testing/render-page.tsx";
import { Markdown } from "./markdown.tsx";

const demo = brand;
const address = "https://youtu.be/dQw4w9WgXcQ";
const render = (text: string) =>
  renderAlone(
    <MemoryRouter>
      <Markdown>{text}</Markdown>
    </MemoryRouter>,
  );
const button = { name: "Play video from YouTube: Weave entries" };

beforeEach(() =>
  setBrand({ ...demo, embeds: { youtube: true, vimeo: false, peertube: ["tube.example"] } }),
);
afterEach(() => setBrand(demo));

it("loads nothing before it is pressed, says what is loaded then, and gives the player the focus", () => {
  const { container } = render(`Before.\n\n[Weave entries](${address})\n\nAfter.`);
  expect(container.querySelector("iframe, img, link, script, object, video")).toBeNull();
  const play = screen.getByRole("button", button);
  const notice = document.getElementById(play.getAttribute("aria-describedby") ?? "");
  expect(notice?.textContent).toContain(
    "comes from www.youtube-nocookie.com. Nothing is loaded from there until you press play.",
  );
  fireEvent.click(play);
  const player = screen.getByTitle("Video from YouTube: Weave entries");
  expect(player.getAttribute("src")).toBe(
    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1",
  );
  expect(document.activeElement).toBe(player);
  expect(screen.getByRole("link", { name: "Weave entries" }).getAttribute("href")).toBe(address);
});

it("names a bare address without its scheme, and a PeerTube site by its host", () => {
  render(
    "https://www.tube.example/w/9zvLVgmNs4Wg3mVUqqHTqa\n\n<https://tube.example/w/9zvLVgmNs4Wg3mVUqqHTqa>",
  );
  screen.getByRole("button", {
    name: "Play video from tube.example: tube.example/w/9zvLVgmNs4Wg3mVUqqHTqa",
  });
  expect(screen.getAllByRole("button")).toHaveLength(1); // www.tube.example is another host
});

it.each([
  ["a site that is not allowed", "https://vimeo.com/12345"],
  ["a sentence around it", `See [it](${address}).`],
  ["two of them in a paragraph", `${address} ${address}`],
  ["an item of a list", `- ${address}`],
  ["a part of a site that is no video", "https://www.youtube.com/@club"],
])("stays a link with %s", (_, text) => {
  render(text);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getAllByRole("link").length).toBeGreaterThan(0);
});

it("needs a connection, and says so", () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  render(`[Weave entries](${address})`);
  screen.getByText("You need a connection to play this video.");
  fireEvent.click(screen.getByRole("button", button));
  expect(screen.queryByTitle(/^Video from/)).toBeNull();
  online.mockReturnValue(true);
  fireEvent(window, new Event("online"));
  fireEvent.click(screen.getByRole("button", button));
  screen.getByTitle(/^Video from/);
  online.mockRestore();
});
