const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as it may stand in HTML and XML, between tags and in attributes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** A piece of HTML that is safe to send: texts in it were escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Piece = string | Html | readonly Html[] | null | false;

function markupOf(piece: Piece): string {
  if (piece === null || piece === false) return "";
  if (typeof piece === "string") return escapeMarkup(piece);
  return piece instanceof Html ? piece.markup : piece.map(({ markup }) => markup).join("");
}

/** HTML from a template; what is put in is escaped unless it is such HTML itself. */
export const html = (texts: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(texts.map((text, i) => text + markupOf(pieces[i] ?? null)).join(""));
