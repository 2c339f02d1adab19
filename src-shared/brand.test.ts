import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { expect, test } from "vitest";
import { withSeller } from "./brand.ts";

/** Returns what a legal text with its placeholders filled in is parsed to. */
const parse = (markdown: string, name: string) =>
  fromMarkdown(withSeller(markdown, { name, owner: name, contactEmail: "we_two@example.com" }), {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  }).children;

test.each([
  "Crumb & Crust",
  "*Crumb* _and_ **Crust**",
  "1. FC Crumb",
  "2) Crust",
  "- Crumb",
  "+ Crumb",
  "# Crumb",
  "= Crumb",
  "<b>Crumb</b>",
  "[Crumb](https-page)",
  "`Crumb` ~~Crust~~ |",
  "Crumb &amp; Crust &#65;",
  "C:\\Crumb",
])("a seller called %s is called that in legal texts", (name) => {
  const paragraph = (value: string) => [{ type: "paragraph", children: [{ type: "text", value }] }];
  expect(parse("{{name}}", name)).toMatchObject(paragraph(name));
  expect(parse("Run by {{owner}} alone.", name)).toMatchObject(paragraph(`Run by ${name} alone.`));
});

test("an e-mail address in a legal text stays a link", () => {
  const [paragraph] = parse("Write to {{email}}.", "Crumb");
  expect(paragraph).toMatchObject({
    children: [{ value: "Write to " }, { type: "link", url: "mailto:we_two@example.com" }, {}],
  });
});
