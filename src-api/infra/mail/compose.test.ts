import { expect, test } from "vitest";
import enMails from "#locales/en/mails.json" with { type: "json" };
import plMails from "#locales/pl/mails.json" with { type: "json" };
import { defaultBrandDir, readBrand } from "#api/brand.ts";
import { htmlPart } from "./html-part.ts";
import type { Mail } from "./mail.ts";

const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();

/** Plural forms of a text count as one: Polish has more of them. */
const base = (part: string) => part.replace(/_(one|few|many|other)$/, "");
const parts = (texts: Record<string, string>) => [...new Set(Object.keys(texts).map(base))];

test("Every mail has texts in both languages, with the same placeholders", () => {
  expect(Object.keys(plMails).toSorted()).toEqual(Object.keys(enMails).toSorted());
  for (const [kind, english] of Object.entries(enMails)) {
    const polish: Record<string, string> = { ...plMails }[kind as keyof typeof plMails]; // compared above
    expect([kind, ...parts(polish)]).toEqual([kind, ...parts(english)]);
    const named = new Map(
      Object.entries<string>(english).map(([part, text]) => [base(part), text]),
    );
    for (const [part, text] of Object.entries(polish)) {
      const expected = placeholders(named.get(base(part)) ?? "");
      expect([kind, part, placeholders(text)]).toEqual([kind, part, expected]);
    }
  }
});

test("A mail with a text loads no pictures: it shows their descriptions", async () => {
  const mail: Mail = {
    to: "ada@example.com",
    language: "en",
    subject: "News",
    paragraphs: [],
    content: {
      html: '<p>Look: <img src="https://example.com/dog.png" alt="A dog"></p>',
      markdown: "Look: A dog",
    },
  };
  const shown = htmlPart(mail, await readBrand(defaultBrandDir));
  expect(shown).toContain("<p>Look: A dog</p>");
  expect(shown).not.toContain("<img");
});
