import { expect, test } from "vitest";
import enMails from "../../../locales/en/mails.json" with { type: "json" };
import plMails from "../../../locales/pl/mails.json" with { type: "json" };

const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();

test("Every mail has its texts in both languages, with the same placeholders", () => {
  expect(Object.keys(plMails).toSorted()).toEqual(Object.keys(enMails).toSorted());
  for (const [kind, english] of Object.entries(enMails)) {
    const polish: Record<string, string> = { ...plMails }[kind as keyof typeof plMails]; // compared above
    expect([kind, ...Object.keys(polish)]).toEqual([kind, ...Object.keys(english)]);
    for (const [part, text] of Object.entries(english)) {
      expect([kind, part, placeholders(polish[part] ?? "")]).toEqual([
        kind,
        part,
        placeholders(text),
      ]);
    }
  }
});
