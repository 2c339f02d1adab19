import { markdownHtml } from "./markdown-html.ts";

export type TextToRender = { text: string; page: string };

/** Renders Markdown. Runs in the thread of `render-markdown.ts`. */
export default function render({ text, page }: TextToRender): string {
  return markdownHtml(text, page);
}
