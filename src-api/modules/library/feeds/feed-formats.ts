import { escapeMarkup } from "#shared/escape-markup.ts";
import type { Feed, FeedItem } from "./feed.ts";

/** Removes characters that XML 1.0 does not allow, not even escaped. */
const withoutControls = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are the characters to remove
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");

const escaped = (text: string): string => escapeMarkup(withoutControls(text));

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;

const link = (attributes: Record<string, string>): string =>
  `<link${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("")}/>`;

const atomEntry = ({
  title,
  summary,
  html,
  author,
  publishedAt,
  changedAt = publishedAt,
  tags,
  language,
  id: entryId,
  url,
}: FeedItem) => [
  `  <entry xml:lang="${language}">`,
  `    ${element("id", entryId)}`,
  `    ${element("title", title)}`,
  `    ${link({ rel: "alternate", type: "text/html", href: url })}`,
  `    ${element("published", publishedAt)}`,
  `    ${element("updated", changedAt)}`,
  `    <author>${element("name", author)}</author>`,
  ...tags.map(({ id, name }) => `    <category term="${escaped(id)}" label="${escaped(name)}"/>`),
  `    ${element("summary", summary)}`,
  ...(html === undefined ? [] : [`    <content type="html">${escaped(html)}</content>`]),
  "  </entry>",
];

const lastChange = ({ items }: Feed): string | undefined =>
  items
    .map(({ publishedAt, changedAt = publishedAt }) => changedAt)
    .toSorted()
    .at(-1);

/** Formats a feed as Atom (RFC 4287). `self` is its URL. An empty feed has the Unix epoch as `updated`. */
export const atomFeed = (feed: Feed, self: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">`,
    `  ${element("id", self)}`,
    `  ${element("title", feed.title)}`,
    `  ${element("subtitle", feed.description)}`,
    `  ${element("updated", lastChange(feed) ?? new Date(0).toISOString())}`,
    `  ${link({ rel: "self", type: "application/atom+xml", href: self })}`,
    `  ${link({ rel: "alternate", type: "text/html", href: feed.home })}`,
    `  <author>${element("name", feed.publisher)}</author>`,
    `  ${element("icon", feed.icon)}`,
    ...feed.items.flatMap(atomEntry),
    "</feed>",
    "",
  ].join("\n");

/** Formats a feed as JSON Feed 1.1. `self` is its URL. Items without a full text have the summary as content. */
export const jsonFeed = (feed: Feed, self: string): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    description: feed.description,
    home_page_url: feed.home,
    feed_url: self,
    language: feed.language,
    icon: feed.icon,
    authors: [{ name: feed.publisher }],
    items: feed.items.map((item) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      ...(item.html === undefined
        ? { content_text: item.summary }
        : { summary: item.summary, content_html: item.html }),
      image: item.image,
      date_published: item.publishedAt,
      date_modified: item.changedAt,
      authors: [{ name: item.author }],
      tags: item.tags.map(({ name }) => name),
      language: item.language,
    })),
  });
