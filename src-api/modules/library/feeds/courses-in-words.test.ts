import { expect, test } from "vitest";
import { markdownHtml } from "#api/infra/markdown/markdown-html.ts";
import { coursesInWords } from "./whole-text.ts";

const block = "```course\nfield 9 x 8\n1 jump 3,4.5 90 *low*\ncaption Over it\n```";

test("a drawn set-up is a list in the language of the feed", () => {
  const html = markdownHtml(coursesInWords(`Before.\n\n${block}\n\nAfter.`, "pl"), "");
  expect(html).toContain("<strong>Over it</strong>");
  expect(html).toContain(
    "<li>Hopka nr 1 (*low*): 3 m od lewej i 4,5 m od dołu, kierunek: w prawo</li>",
  );
  expect(html).toContain("<p>After.</p>");
  expect(html).not.toContain("field");
});

test("one without a caption says how large it is, and one that cannot be drawn stays", () => {
  expect(coursesInWords(block.replace(/\ncaption.*/, ""), "en")).toContain(
    "**Set-up seen from above, 9 × 8 m**",
  );
  const wrong = block.replace("jump", "jmp");
  expect(coursesInWords(wrong, "en")).toBe(wrong);
});
