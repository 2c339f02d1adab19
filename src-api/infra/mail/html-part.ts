import type { Brand } from "../../../src-shared/brand.ts";
import { escapeMarkup } from "../html.ts";
import type { Mail } from "./mail.ts";

const style = (declarations: Record<string, string>) =>
  `style="${Object.entries(declarations)
    .map(([property, value]) => `${property}:${value}`)
    .join(";")}"`;

const family = "'Source Sans 3',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function colours({ colours: { ramp, accent, paper } }: Brand) {
  const [ink = "#000000", dark = "#000000"] = ramp;
  return { ink, dark, accent, paper };
}

function paragraph(text: string): string {
  const lines = text.split("\n").map(escapeMarkup).join("<br>");
  return `<p ${style({ margin: "0 0 16px" })}>${lines}</p>`;
}

function button(brand: Brand, { label, url }: NonNullable<Mail["action"]>): string {
  const { accent, ink } = colours(brand);
  const look = style({
    display: "inline-block",
    padding: "12px 24px",
    "border-radius": "6px",
    background: accent,
    color: ink,
    "font-weight": "600",
    "text-decoration": "none",
  });
  const address = style({ margin: "16px 0 0", "font-size": "13px", "word-break": "break-all" });
  const href = escapeMarkup(url);
  return `<p ${style({ margin: "24px 0 0" })}><a href="${href}" ${look}>${escapeMarkup(label)}</a></p>
<p ${address}>${href}</p>`;
}

/** The digits, large and spaced, to be read off or copied. */
function digits(brand: Brand, code: string): string {
  const look = style({
    margin: "0 0 16px",
    "font-family": "ui-monospace,Menlo,Consolas,monospace",
    "font-size": "34px",
    "font-weight": "700",
    "letter-spacing": "6px",
    color: colours(brand).dark,
  });
  return `<p ${look}>${escapeMarkup(code)}</p>`;
}

/** The HTML part of a mail: the brand's name and colours, no images, nothing loaded from outside. */
export function htmlPart(mail: Mail, brand: Brand): string {
  const { paper, dark, ink } = colours(brand);
  const [first, ...rest] = mail.paragraphs;
  const ground = style({
    margin: "0",
    padding: "24px 12px",
    background: paper,
    "font-family": family,
  });
  const sheet = style({
    "max-width": "560px",
    margin: "0 auto",
    padding: "32px",
    background: "#ffffff",
    color: ink,
    "border-top": `6px solid ${dark}`,
    "border-radius": "8px",
    "font-size": "16px",
    "line-height": "1.5",
  });
  const name = style({
    margin: "0 0 24px",
    "font-size": "22px",
    "font-weight": "700",
    color: dark,
  });
  return `<!doctype html>
<html lang="${mail.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(mail.subject)}</title></head>
<body ${ground}>
<div ${sheet}>
<p ${name}>${escapeMarkup(brand.name)}</p>
${first === undefined ? "" : paragraph(first)}
${mail.code ? digits(brand, mail.code) : ""}
${rest.map(paragraph).join("\n")}
${mail.action ? button(brand, mail.action) : ""}
</div>
</body>
</html>
`;
}

/** The text part: the same paragraphs, the code on a line of its own, and the address to open. */
export const textPart = (mail: Mail, brand: Brand): string =>
  [
    ...mail.paragraphs.toSpliced(1, 0, ...(mail.code ? [mail.code] : [])),
    ...(mail.action ? [`${mail.action.label}:\n${mail.action.url}`] : []),
    `-- \n${brand.name}`,
  ].join("\n\n");
