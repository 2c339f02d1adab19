import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import type { Cover } from "#shared/api/library.ts";
import { CoverArt } from "./cover-art.tsx";

afterEach(cleanup);

const cover: Cover = {
  src: "/gate.webp",
  width: 1400,
  height: 1050,
  focus: { x: 0.25, y: 1 },
  alt: "A gate in the fog",
  language: "en",
};
const art = (own?: Cover) => <CoverArt kind="articles" slug="gate" motif="jump" cover={own} />;

it("an entry with a picture shows it around its focus, in words too, and no drawing", () => {
  const { container } = render(art(cover));
  const image = screen.getByRole<HTMLImageElement>("img", { name: "A gate in the fog" });
  expect(image.style.objectPosition).toBe("25% 100%");
  expect(container.querySelector("svg")).toBeNull();
});

it("its words have their language, which may be another one than the page's", () => {
  render(art({ ...cover, alt: "Brama we mgle", language: "pl" }));
  expect(screen.getByRole("img", { name: "Brama we mgle" }).lang).toBe("pl");
});

it("a picture that cannot be loaded gives way to the drawing, another one is tried", () => {
  const { container, rerender } = render(art(cover));
  fireEvent.error(screen.getByRole("img"));
  expect([screen.queryByRole("img"), container.querySelector("svg") !== null]).toEqual([
    null,
    true,
  ]);
  rerender(art({ ...cover, src: "/another.webp" }));
  expect(screen.getByRole("img").getAttribute("src")).toBe("/another.webp");
});

it("the page's HTML has no style, which its policy would block", () => {
  expect(renderToString(art(cover))).not.toContain("style=");
});
