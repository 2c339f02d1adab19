import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";

const widths = [320, 360, 480, 600, 768, 900, 960, 961, 1024, 1280, 1440, 1920, 2560];

/** Returns what of the first section's drawing touches one of its texts or buttons. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const hero = document.querySelector("h1")?.closest("section");
    if (!hero) return ["no section"];
    const texts: { what: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(hero, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) texts.push({ what: node.textContent ?? "", box });
    }
    for (const link of hero.querySelectorAll("a"))
      texts.push({ what: `link ${link.textContent}`, box: link.getBoundingClientRect() });
    const parts = [...hero.querySelectorAll("svg :is(path, rect, circle)")];
    const found = parts.flatMap((part) => {
      const drawn = part.getBoundingClientRect();
      return texts
        .filter(
          ({ box }) =>
            drawn.left < box.right &&
            box.left < drawn.right &&
            drawn.top < box.bottom &&
            box.top < drawn.bottom,
        )
        .map(({ what }) => `${what} / ${part.getAttribute("d") ?? part.tagName}`);
    });
    const outside = texts.filter(({ box }) => box.left < 0 || box.right > innerWidth);
    if (parts.length < 20) found.push("no drawing");
    return [...found, ...outside.map(({ what }) => `${what} / outside the window`)];
  });

/** Doubles the size of all texts of the first section, as a browser's setting for text does. */
const doubleTexts = (page: Page) =>
  page.evaluate(() => {
    const hero = document.querySelector("h1")?.closest("section");
    const texts = [...(hero?.querySelectorAll<HTMLElement>("h1, p, a") ?? [])];
    const sizes = texts.map((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    texts.forEach((text, i) => {
      text.style.fontSize = `${2 * (sizes[i] ?? 0)}px`;
      text.style.lineHeight = "1.3";
    });
  });

test.skip(({ build }) => build === "desktop", "the desktop app shows the same page");

test("on the home page the drawing touches no text at any width, in both languages, and the sign of an open question is turned @exhaustive", async ({
  portal,
  page,
}) => {
  for (const language of ["en", "pl"]) {
    await portal.open(`/?lang=${language}`);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.getByText(/€9|9\s€/).first()).toBeVisible();
    for (const textSize of ["normal", "doubled"]) {
      if (textSize === "doubled") await doubleTexts(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await overlaps(page), `${language}, ${width} px, text ${textSize}`).toEqual([]);
      }
    }
  }
  const question = page
    .getByRole("group")
    .filter({ has: page.locator("summary") })
    .first();
  const sign = question.locator("svg");
  await expect(sign).toHaveCSS("transform", "none");
  await question.locator("summary").click();
  await expect(sign).not.toHaveCSS("transform", "none");
});
