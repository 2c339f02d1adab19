import { describe, expect, test } from "vitest";
import { processorMsOf } from "#api/testing/processor-time.ts";
import { freeExcerpt, withoutPaywallMarker } from "./opening.ts";

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(" ");
const opening = (body: string, most = 80) =>
  freeExcerpt({ body, words: body.split(/\s+/).filter(Boolean).length }, most);

describe("the part of a text that anybody may read", () => {
  test("is what stands above the author's mark, however long it is", () => {
    const body = `${words(200)}\n\n## More\n\nOpen.\n\n<!-- members-only -->\n\nThe secret.`;
    expect(opening(body)).toBe(`${words(200)}\n\n## More\n\nOpen.`);
    expect(opening(body, 0)).toContain("Open.");
    expect(withoutPaywallMarker(body)).not.toContain("<!--");
    expect(withoutPaywallMarker(body)).toContain("The secret.");
  });

  test("ends at the first of several marks, none of which members see", () => {
    const body = "Open.\n\n<!-- members-only -->\n\nOne.\n\n<!-- members-only -->\n\nTwo.";
    expect(opening(body)).toBe("Open.");
    expect(withoutPaywallMarker(body)).not.toContain("members-only");
  });

  test("is nothing where the mark stands first", () => {
    expect(opening(`<!--members-only-->\n\n${words(300)}`)).toBe("");
  });

  test("is its first 80 words without a mark", () => {
    const open = opening(words(300));
    expect(open).toContain("w79…");
    expect(open).not.toContain("w80");
  });

  test("is never more than half of a short text", () => {
    expect(opening("The secret is the xylophone method.")).toBe("The secret is…");
  });

  test("ends at a sentence where one ends within the words, else after the paragraph before", () => {
    const body = `One ends. Two of 3.5 m, too! Three “goes on” ${words(20)}.`;
    expect(opening(body, 10)).toBe("One ends. Two of 3.5 m, too!");
    expect(opening(`First.\n\n## Part\n\n${words(30)}`, 12)).toBe("First.");
    expect(opening(`First.\n\nSecond **${words(30)}**`, 12)).toBe("First.");
  });

  test("does not end at an abbreviation before a number", () => {
    const body = `Zaczynamy rano. Przyjdź o godz. 10 z psem ${words(20)}.`;
    expect(opening(body, 8)).toBe("Zaczynamy rano.");
  });

  test("ends at a sentence also where words with marks follow it", () => {
    const body = `Long sentence. Another **one.** And see **this** for ${words(20)}.`;
    expect(opening(`First.\n\n${body}`, 9)).toBe("First.\n\nLong sentence. Another **one.**");
    expect(opening(body, 8)).toBe("Long sentence. Another **one.**");
    expect(opening(body, 7)).toBe("Long sentence. Another **one.**");
  });

  test("keeps marks whole, and ends with no heading", () => {
    const body = `**${words(20)}** and\n\n## A heading\n\n${words(100)}`;
    expect(opening(body, 10)).toBe("**w0 w1 w2 w3 w4 w5 w6 w7 w8 w9…**");
    expect(opening(body, 23)).toBe(`**${words(20)}** and`);
  });

  test("shows nothing of code that is cut, and of a table only the first rows", () => {
    const rows = Array.from({ length: 50 }, (_, at) => `| a${at} | b${at} |`).join("\n");
    expect(opening(`Intro.\n\n| a | b |\n| - | - |\n${rows}`, 9)).not.toContain("a40");
    const code = `\`\`\`\n${words(90)}\n\`\`\``;
    expect(opening(`Intro.\n\n${code}\n\n${words(90)}`, 20)).not.toContain("w5");
  });

  test("has a drawn set-up whole, without counting it, or not at all", () => {
    const course = `\`\`\`course\nfield 9 x 8\n${"cone 1,1\n".repeat(30)}\`\`\``;
    const body = `${words(8)}\n\n${course}\n\n${words(300)}`;
    expect(opening(body, 20)).toContain(course);
    expect(opening(body, 20)).toContain("w11…");
    expect(opening(body, 8)).not.toContain("cone");
    expect(opening(body, 5)).not.toContain("cone");
  });

  test("has no images, whose addresses are for members, and no marks of notes", () => {
    const body = `One ![a dog](dog-10x20.webp) two[^1] ${words(300)}\n\n[^1]: A note.`;
    expect(opening(body)).not.toMatch(/webp|\[\^/);
    const figures = `One.\n\n![a dog](dog-10x20.webp "A dog (with a \\"toy\\")")\n\n![a cat](<cat-10x20.webp> 'A cat')\n\nTwo.`;
    expect(opening(`${figures} And ${words(300)}`)).toBe("One.\n\nTwo.");
    expect(opening(`${figures}\n\n<!-- members-only -->\n\nSecret`)).toMatch(/^One\.\s+Two\.$/);
  });

  test("takes a text of two million characters in a moment", async () => {
    const used = await processorMsOf(async () =>
      expect(opening("*a* [b](c) ".repeat(180_000))).toContain("*a*"),
    );
    expect(used).toBeLessThan(2_000);
  });
});
