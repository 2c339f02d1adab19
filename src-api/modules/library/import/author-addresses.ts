import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/** Parses Markdown as the pages do. */
export const parseMarkdown = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

/** Returns an address as Markdown writes it behind a text. */
const written = (address: string) =>
  /[\s()<>]/.test(address) ? `<${address.replaceAll(/[<>\n]/g, encodeURIComponent)}>` : address;

/** Code, where addresses stay as they are: fenced or within a line. */
const code =
  /^([ \t]*)(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)??[ \t]*\2[^\n]*$|(`+)[^`\n](?:[^\n]*?[^`\n])?\3(?!`)/gm;

/** Changes what is not code. */
function outsideCode(text: string, change: (part: string) => string): string {
  let [result, from] = ["", 0];
  for (const match of text.matchAll(code)) {
    result += change(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return result + change(text.slice(from));
}

const title = String.raw`(\s+(?:"[^"\n]*"|'[^'\n]*'))?`;

/** An expression of Liquid, Nunjucks or Hugo standing for an address: `{% post_url … %}`, `{{< ref "…" >}}`, `{{ site.baseurl }}/…`. */
const expression =
  /(\]\(\s*<?|\]:[ \t]+|\b(?:href|src)=["']?)((?:(?:\{\{[^{}\n]*\}\}|\{%[^{}\n]*%\})[^\s()<>"'{]*)+)/g;

/** Returns the address that an expression stands for; null for one that is not known. */
function addressOf(expressions: string): string | null {
  const path = expressions.replaceAll(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, (one) => {
    const inner = one.replace(/^\{[{%][<%-]?\s*/, "").replace(/\s*[>%-]?[}%]\}$/, "");
    const [, post] = /^post_url\s+["']?([^"'\s]+)/.exec(inner) ?? [];
    if (post !== undefined) return `/_posts/${post}.md`;
    const [, file] = /^(?:link|ref|relref)\s+["'`]?([^"'`\s]+)/.exec(inner) ?? [];
    if (file !== undefined) return file.startsWith(".") ? file : file.replace(/^\/*/, "/");
    if (/^(?:site\.(?:base)?url|\.?Site\.BaseURL|baseurl|relurl)\b[^|]*$/i.test(inner)) return "";
    const [, quoted] =
      /^["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|url|relURL|absURL)\b/.exec(inner) ??
      [];
    return quoted ?? "\0";
  });
  return path.includes("\0") ? null : path;
}

const figure = /\{\{[<%]\s*figure\b([^{}]*?)\/?\s*[%>]\}\}/g;

/** Returns a figure of Hugo as an image with its caption as the title; one with links as a paragraph. */
function figureOf(whole: string, attributes: string): string {
  const named = (name: string) =>
    new RegExp(String.raw`\b${name}=(?:"([^"]*)"|\x60([^\x60]*)\x60|(\S+))`)
      .exec(attributes)
      ?.slice(1)
      .find(Boolean);
  const address = named("src");
  if (address === undefined) return whole;
  const caption = named("caption") ?? named("title");
  const alt = (named("alt") ?? caption ?? "").replaceAll(/[[\]]/g, "");
  const image = (titled = "") => `![${alt}](${written(address)}${titled})`;
  if (!caption) return image();
  if (/\]\(|<a\s|https?:/i.test(caption)) return `${image()}\n\n${caption}\n`;
  return `\n\n${image(` "${caption.replaceAll(/["\\]/g, String.raw`\$&`)}"`)}\n\n`;
}

/** An image whose address has blanks, which Markdown takes for text, though many editors write it so. */
const blanks = new RegExp(
  String.raw`(!\[[^\]\n]*\]\()([^<>()\n]*(?:\([^()\n]*\)[^<>()\n]*)*\.(?:jpe?g|png|webp|gif))${title}\s*\)`,
  "gi",
);

const definition = new RegExp(
  String.raw`^ {0,3}\[([^\]\n]+)\]:[ \t]+(?:<([^<>\n]+)>|(\S+))${title}`,
  "gm",
);
const reference = /!\[([^\]\n]*)\](?:\[([^\]\n]*)\])?(?![[(:])/g;
const labelOf = (label: string) => label.trim().replaceAll(/\s+/g, " ").toLowerCase();

/** Writes images whose addresses stand elsewhere in the text with their addresses. */
function inlineImages(body: string): string {
  const addresses = new Map<string, string>();
  for (const [, label = "", quoted, plain = "", titled = ""] of body.matchAll(definition)) {
    if (addresses.has(labelOf(label))) continue;
    addresses.set(labelOf(label), `${written(quoted ?? plain)}${titled.replace(/^\s+/, " ")}`);
  }
  if (addresses.size === 0) return body;
  return outsideCode(body, (part) =>
    part.replaceAll(reference, (whole, alt: string, label: string | undefined) => {
      const address = addresses.get(labelOf(label || alt));
      return address === undefined ? whole : `![${alt}](${address})`;
    }),
  );
}

/** An image with its size behind the address, as markdown-it and others have it. */
const sized = new RegExp(
  String.raw`(!\[[^\]\n]*\]\((?:<[^<>\n]*>|[^\s()]+(?:[ \t]+[^\s()="']+)*)${title})\s+(=\d*x\d*)\s*\)`,
  "g",
);

/** Returns Markdown with the sizes of images behind them, as attributes: "![](a.png){=300x200}". */
export const sizesAsAttributes = (body: string): string =>
  /=\d*x\d*\s*\)/.test(body)
    ? outsideCode(body, (part) => part.replaceAll(sized, "$1){$3}"))
    : body;

/** Returns Markdown whose addresses are as Markdown has them; expressions that are not known stay. */
export function plainAddresses(body: string): string {
  if (!/!\[|\{[{%]/.test(body)) return body;
  const plain = outsideCode(body, (part) =>
    part
      .replaceAll(expression, (whole, before: string, expressions: string) => {
        const address = addressOf(expressions);
        return address === null ? whole : `${before}${address}`;
      })
      .replaceAll(figure, figureOf)
      .replaceAll(blanks, (whole, before: string, address: string, after: string | undefined) =>
        /[\s()]/.test(address.trim()) ? `${before}<${address.trim()}>${after ?? ""})` : whole,
      ),
  );
  return inlineImages(plain);
}
