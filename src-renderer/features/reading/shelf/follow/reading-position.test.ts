import { beforeEach, describe, expect, it } from "vitest";
import { blocksIn, findPosition, partOf, positionAt } from "./reading-follower.tsx";

const show = (html: string): Element[] => {
  document.body.innerHTML = `<div id="text"><div>${html}</div></div>`;
  const text = document.querySelector("#text");
  return text ? blocksIn(text) : [];
};
const text = "<p>Before.</p><h2>The clock</h2><p>Tick.</p><ul><li>Tock.</li></ul><p>After.</p>";

beforeEach(() => (document.body.innerHTML = ""));

describe("a position in a text", () => {
  it("is found again at the same block, with the heading of its part", () => {
    const blocks = show(text);
    expect(findPosition(blocks, positionAt(blocks, 3))).toBe(3);
    expect(partOf(blocks, 3)).toBe("The clock");
    expect(partOf(blocks, 0)).toBe("");
  });

  it("is found by what it says after blocks were added before it", () => {
    const place = positionAt(show(text), 3);
    const changed = show(`<p>New.</p><p>Newer.</p>${text}`);
    expect(findPosition(changed, place)).toBe(5);
  });

  it("is the nearest of blocks that say the same", () => {
    const repeated = show("<p>Rest.</p><p>Run.</p><p>Rest.</p><p>End.</p>");
    expect(findPosition(repeated, positionAt(repeated, 2))).toBe(2);
  });

  it("is the same block of a translation, which has as many", () => {
    const place = positionAt(show(text), 3);
    const translated = show(
      "<p>Przed.</p><h2>Zegar</h2><p>Tik.</p><ul><li>Tak.</li></ul><p>Po.</p>",
    );
    expect(findPosition(translated, place)).toBe(3);
    expect(partOf(translated, 3)).toBe("Zegar");
  });

  it("is not guessed in a text that was rewritten", () => {
    const place = positionAt(show(text), 3);
    expect(findPosition(show("<p>Something else.</p>"), place)).toBeNull();
  });

  it("is none at the beginning, and none of a video", () => {
    const blocks = show(text);
    expect(findPosition(blocks, positionAt(blocks, 0))).toBeNull();
    expect(findPosition(blocks, { position: 3, length: 9 })).toBeNull();
    expect(findPosition(blocks, null)).toBeNull();
  });

  it("is none while a placeholder stands for the text", () => {
    document.body.innerHTML = '<div id="text"><div aria-busy="true"><p>…</p></div></div>';
    const element = document.querySelector("#text");
    expect(element && blocksIn(element)).toEqual([]);
  });
});
