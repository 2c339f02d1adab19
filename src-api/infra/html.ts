import { escapeMarkup } from "#shared/escape-markup.ts";

/** HTML whose texts are escaped. */
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

/** Creates HTML. Inserted texts are escaped, inserted `Html` is not; null and false insert nothing. */
export const html = (texts: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(texts.map((text, i) => text + markupOf(pieces[i] ?? null)).join(""));
