import * as z from "zod/mini";
import { escapeMarkup } from "#shared/escape-markup.ts";
import { markdownHtml } from "#api/infra/markdown/markdown-html.ts";

/*
 * Converts the formats of Ghost's editors (Lexical since version 5, Mobiledoc before) to HTML, for posts without HTML
 * in the export. All posts are imported from HTML.
 */

type Fields = Record<string, unknown>;

const fields = z.record(z.string(), z.unknown());
const fieldsOf = (value: unknown): Fields => fields.safeParse(value).data ?? {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

const tag = (name: string, inner: string) => (inner ? `<${name}>${inner}</${name}>` : "");
const link = (href: string, inner: string) =>
  href ? `<a href="${escapeMarkup(href)}">${inner || escapeMarkup(href)}</a>` : inner;
const picture = (src: string, alt: string) =>
  src ? `<p><img src="${escapeMarkup(src)}" alt="${escapeMarkup(alt)}"></p>` : "";

/** Fields of cards. Of titles, addresses and labels the first is used; all texts, then all markup (HTML), are shown. */
const titles = ["title", "heading", "header", "productTitle", "fileTitle"];
const texts = ["description", "fileCaption", "author", "publisher", "fileName", "calloutEmoji"];
const markup = [
  "calloutText",
  "content",
  "subheader",
  "productDescription",
  "textValue",
  "disclaimer",
  "html",
  "caption",
];
const addresses = ["url", "buttonUrl", "productUrl", "src"];
const labels = ["buttonText", "productButton"];

/** Converts a card to HTML. Reads all fields that are visible to readers; any others only configure the editor. */
function cardHtml(name: string, payload: Fields): string {
  const card: Fields = { ...payload, ...fieldsOf(payload["metadata"]) };
  const field = (one: string) => textOf(card[one]);
  if (name === "hr" || name === "horizontalrule") return "<hr>";
  if (field("code")) {
    const code = `<code class="language-${escapeMarkup(field("language"))}">${escapeMarkup(field("code"))}</code>`;
    return `<pre>${code}</pre>${tag("p", field("caption"))}`;
  }
  if (field("markdown")) return markdownHtml(field("markdown"), "");
  const isImage = name === "image";
  const images = [
    ...(isImage ? [card] : listOf(card["images"]).map(fieldsOf)),
    { src: card["productImageSrc"] ?? card["imageUrl"] ?? card["backgroundImageSrc"] },
  ];
  const title = titles.map(field).find(Boolean) ?? "";
  const address = isImage ? "" : (addresses.map(field).find(Boolean) ?? "");
  if (isImage) {
    const caption = tag("figcaption", field("caption"));
    return tag(
      "figure",
      images.map(({ src, alt }) => picture(textOf(src), textOf(alt))).join("") + caption,
    );
  }
  const label = labels.map(field).find(Boolean) ?? "";
  const titled = label ? tag("b", escapeMarkup(title)) : link(address, escapeMarkup(title));
  return [
    ...images.map((image) => picture(textOf(image["src"]), textOf(image["alt"]))),
    tag("p", titled),
    ...texts.map((one) => tag("p", escapeMarkup(field(one)))),
    ...markup.map((one) => tag("div", field(one))),
    tag("p", label ? link(address, escapeMarkup(label)) : ""),
  ].join("\n");
}

/** Lexical's text formats: bit and HTML element. */
const formats: [number, string][] = [
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [16, "code"],
  [32, "sub"],
  [64, "sup"],
];

function lexicalNode(value: unknown): string {
  const node = fieldsOf(value);
  const type = textOf(node["type"]).replace(/^extended-/, "");
  const children = listOf(node["children"]).map(lexicalNode).join("");
  switch (type) {
    case "text": {
      const format = Number(node["format"]) || 0;
      const text = escapeMarkup(typeof node["text"] === "string" ? node["text"] : "");
      return formats.reduce(
        (inner, [bit, name]) => (format & bit ? tag(name, inner) : inner),
        text,
      );
    }
    case "linebreak":
      return "<br>";
    case "root":
      return children;
    case "paragraph":
      return tag("p", children);
    case "heading":
      return tag(/^h[1-6]$/.exec(textOf(node["tag"]))?.[0] ?? "h2", children);
    case "quote":
    case "aside":
      return tag("blockquote", children);
    case "list":
      return node["listType"] === "number"
        ? `<ol start="${Number(node["start"]) || 1}">${children}</ol>`
        : tag("ul", children);
    case "listitem":
      return tag("li", children);
    case "link":
    case "autolink":
    case "at-link":
      return link(textOf(node["url"]), children);
    default:
      return children || cardHtml(type, node);
  }
}

/** Converts the markers of a Mobiledoc section, with their markups and atoms, to HTML. */
function mobiledocMarkersHtml(document: Fields, markers: unknown): string {
  const open: string[] = [];
  let html = "";
  for (const marker of listOf(markers)) {
    const [type, opened, closed, value] = listOf(marker);
    for (const at of listOf(opened)) {
      const [name, attributes] = listOf(listOf(document["markups"])[Number(at)]);
      const href = listOf(attributes)[listOf(attributes).indexOf("href") + 1];
      const tagName = /^[a-z]+$/.exec(textOf(name))?.[0] ?? "span";
      html += tagName === "a" ? `<a href="${escapeMarkup(textOf(href))}">` : `<${tagName}>`;
      open.push(tagName);
    }
    const [atom, atomText] = listOf(listOf(document["atoms"])[Number(value)]);
    if (type === 0) html += escapeMarkup(String(value));
    else html += atom === "soft-return" ? "<br>" : escapeMarkup(textOf(atomText));
    for (let at = 0; at < Number(closed); at += 1) html += `</${open.pop() ?? "span"}>`;
  }
  return html;
}

function mobiledocSection(document: Fields, section: unknown): string {
  const [type, first, second] = listOf(section);
  const name = /^[a-z][a-z0-9]*$/.exec(textOf(first))?.[0] ?? "p";
  if (type === 1)
    return tag(name === "aside" ? "blockquote" : name, mobiledocMarkersHtml(document, second));
  if (type === 2) return picture(textOf(first), "");
  if (type === 3) {
    const items = listOf(second).map((item) => tag("li", mobiledocMarkersHtml(document, item)));
    return tag(name, items.join(""));
  }
  const [card, payload] = listOf(listOf(document["cards"])[Number(first)]);
  return cardHtml(textOf(card), fieldsOf(payload));
}

function parse(text: unknown): Fields {
  try {
    return fieldsOf(JSON.parse(textOf(text)));
  } catch {
    return {};
  }
}

/** Converts a post's Lexical or Mobiledoc to HTML; "" if it has neither. Runs in a thread of `convert-text.ts`. */
export default function editorHtml({ lexical, mobiledoc }: Fields): string {
  const written = parse(lexical);
  if (written["root"]) return lexicalNode(written["root"]);
  const older = parse(mobiledoc);
  return listOf(older["sections"])
    .map((section) => mobiledocSection(older, section))
    .join("\n");
}
