const hint = (file: string): string =>
  file.endsWith(".js")
    ? `<link rel="modulepreload" crossorigin href="${file}" />`
    : `<link rel="preload" as="image" href="${file}" />`;

/** Returns a page's HTML with hints for built files: they load together with the entry. */
export function withHints(html: string, files: readonly string[]): string {
  if (files.length === 0) return html;
  return html.replace("</head>", () => `  ${files.map(hint).join("\n    ")}\n  </head>`);
}
