import type { Root } from "hast";
import rehypeParse from "rehype-parse";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import type { Brand } from "#shared/brand.ts";
import { html, Html } from "#api/infra/html.ts";
import type { Mail } from "./mail.ts";

/** Returns the value of a style attribute: mail programs ignore stylesheets. */
const style = (declarations: Record<string, string>) =>
  Object.entries(declarations)
    .map(([property, value]) => `${property}:${value}`)
    .join(";");

const family = "'Source Sans 3',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function colours({ colours: { ramp, accent, paper } }: Brand) {
  const [ink = "#000000", dark = "#000000"] = ramp;
  return { ink, dark, accent, paper };
}

function paragraph(text: string): Html {
  const lines = text
    .split("\n")
    .map((line, at) => (at === 0 ? html`${line}` : html`<br />${line}`));
  return html`<p style="${style({ margin: "0 0 16px" })}">${lines}</p> `;
}

function button(brand: Brand, { label, url }: NonNullable<Mail["action"]>): Html {
  const { accent, ink } = colours(brand);
  const css = style({
    display: "inline-block",
    padding: "12px 24px",
    "border-radius": "6px",
    background: accent,
    color: ink,
    "font-weight": "600",
    "text-decoration": "none",
  });
  const address = style({ margin: "16px 0 0", "font-size": "13px", "word-break": "break-all" });
  return html`<p style="${style({ margin: "24px 0 0" })}">
      <a href="${url}" style="${css}">${label}</a>
    </p>
    <p style="${address}">${url}</p>`;
}

/** Renders what a mail lists: titles that are links, each with a text. */
function list(brand: Brand, entries: NonNullable<Mail["entries"]>): Html[] {
  const css = style({ color: colours(brand).dark, "font-weight": "700", "font-size": "18px" });
  return entries.map(
    ({ title, text, url }) =>
      html`<p style="${style({ margin: "0 0 20px" })}">
        <a href="${url}" style="${css}">${title}</a><br />${text}
      </p>`,
  );
}

/** Renders why the recipient gets the mail, and the link that ends such mails. */
function unsubscribeLine({ why, label, url }: NonNullable<Mail["unsubscribe"]>): Html {
  const css = style({ margin: "32px 0 0", "font-size": "13px" });
  return html`<p style="${css}">${why} <a href="${url}">${label}</a></p>`;
}

/** Renders a code, large and spaced for reading and copying. */
function digits(brand: Brand, code: string): Html {
  const css = style({
    margin: "0 0 16px",
    "font-family": "ui-monospace,Menlo,Consolas,monospace",
    "font-size": "34px",
    "font-weight": "700",
    "letter-spacing": "6px",
    color: colours(brand).dark,
  });
  return html`<p style="${css}">${code}</p>`;
}

function looks(brand: Brand) {
  const { paper, dark, ink } = colours(brand);
  return {
    ground: style({
      margin: "0",
      padding: "24px 12px",
      background: paper,
      "font-family": family,
    }),
    sheet: style({
      "max-width": "560px",
      margin: "0 auto",
      padding: "32px",
      background: "#ffffff",
      color: ink,
      "border-top": `6px solid ${dark}`,
      "border-radius": "8px",
      "font-size": "16px",
      "line-height": "1.5",
      // Names and addresses that people typed may be longer than a line.
      "word-break": "break-word",
      "overflow-wrap": "anywhere",
    }),
    name: style({ margin: "0 0 24px", "font-size": "22px", "font-weight": "700", color: dark }),
  };
}

/** Replaces images by their descriptions: a mail loads nothing, so that no server learns when it is read. */
const describeImages = () => (tree: Root) => {
  visit(tree, "element", ({ tagName, properties: { alt } }, index, parent) => {
    if (tagName !== "img" || !parent || index === undefined) return;
    parent.children[index] = { type: "text", value: typeof alt === "string" ? alt : "" };
  });
};

const withoutImages = unified()
  .use(rehypeParse, { fragment: true })
  .use(describeImages)
  .use(rehypeStringify)
  .freeze();

/** Renders the HTML part of a mail: the brand's name and colours, no images, no external resources. */
export function htmlPart(mail: Mail, brand: Brand): string {
  const { ground, sheet, name } = looks(brand);
  const [first, ...rest] = mail.paragraphs;
  return html`<!doctype html>
    <html lang="${mail.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${mail.subject}</title>
      </head>
      <body style="${ground}">
        <div style="${sheet}">
          <p style="${name}">${brand.name}</p>
          ${first === undefined ? null : paragraph(first)}
          ${mail.code ? digits(brand, mail.code) : null} ${rest.map(paragraph)}
          ${list(brand, mail.entries ?? [])}
          ${mail.content ? new Html(String(withoutImages.processSync(mail.content.html))) : null}
          ${mail.action ? button(brand, mail.action) : null}
          ${mail.unsubscribe ? unsubscribeLine(mail.unsubscribe) : null}
        </div>
      </body>
    </html>`.markup;
}

/** Renders the text part: the same paragraphs, the code on its own line, and the address to open. */
export const textPart = (mail: Mail, brand: Brand): string =>
  [
    ...mail.paragraphs.toSpliced(1, 0, ...(mail.code ? [mail.code] : [])),
    ...(mail.entries ?? []).map(({ title, text, url }) =>
      [title, text, url].filter(Boolean).join("\n"),
    ),
    ...(mail.content ? [mail.content.markdown] : []),
    ...(mail.action ? [`${mail.action.label}:\n${mail.action.url}`] : []),
    ...(mail.unsubscribe
      ? [`${mail.unsubscribe.why}\n${mail.unsubscribe.label}: ${mail.unsubscribe.url}`]
      : []),
    `-- \n${brand.name}`,
  ].join("\n\n");
