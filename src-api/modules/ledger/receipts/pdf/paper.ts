import { readFile } from "node:fs/promises";
import type PdfDocument from "pdfkit";
import type { Brand } from "#shared/brand.ts";
import type { Language } from "#shared/languages.ts";

type Doc = InstanceType<typeof PdfDocument>;
type Face = "sans" | "strong" | "serif";

/** Font files by face; `npm run fonts` makes them. */
const fontFiles: Record<Face, string> = {
  sans: "print-sans-400.ttf",
  strong: "print-sans-600.ttf",
  serif: "print-serif.ttf",
};

let fonts: Promise<[face: Face, bytes: Buffer][]> | null = null;

async function readFonts(): Promise<[face: Face, bytes: Buffer][]> {
  const folder = new URL("../../../../../resources/fonts/", import.meta.url);
  const read = async (face: Face): Promise<[Face, Buffer]> => [
    face,
    await readFile(new URL(fontFiles[face], folder)),
  ];
  return Promise.all((["sans", "strong", "serif"] as const).map(read));
}

/** Sizes in points: A4, with margins of 2 cm. */
const margin = 57;
const pageWidth = 595;
const pageHeight = 842;
export const textWidth = pageWidth - 2 * margin;
const top = 44;
const footerAt = pageHeight - 48;
const bottom = footerAt - 16;

/** How a text looks; sizes in points. */
type TextStyle = { face?: Face; size?: number; colour?: string; align?: "left" | "right" };

/** A part of a line: `x` from the left margin. */
export type Cell = { text: string; x: number; width: number } & TextStyle;

/** Structure types of tagged PDF files, for screen readers. */
type Tag = "H1" | "H2" | "P" | "Span";

/** A PDF page, written from top to bottom. What does not fit goes to the next page. */
export class Paper {
  readonly #doc: Doc;
  readonly #brand: Brand;
  readonly #chunks: Buffer[] = [];
  readonly #ended = Promise.withResolvers<Buffer>();
  #y = top;

  private constructor(doc: Doc, brand: Brand) {
    this.#doc = doc;
    this.#brand = brand;
    doc.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
    doc.on("end", () => this.#ended.resolve(Buffer.concat(this.#chunks)));
    doc.on("error", this.#ended.reject);
  }

  /** Starts a file. The same content always becomes the same bytes. */
  static async start(
    brand: Brand,
    { title, language, writtenAt }: { title: string; language: Language; writtenAt: Date },
  ): Promise<Paper> {
    fonts ??= readFonts();
    const known = await fonts;
    const { default: Document } = await import("pdfkit");
    const doc = new Document({
      size: "A4",
      margin: 0,
      bufferPages: true,
      pdfVersion: "1.7",
      lang: language,
      tagged: true,
      displayTitle: true,
      info: { Title: title, Author: brand.owner, CreationDate: writtenAt, ModDate: writtenAt },
    });
    for (const [face, bytes] of known) doc.registerFont(face, bytes);
    const paper = new Paper(doc, brand);
    paper.#drawHead();
    return paper;
  }

  get colours() {
    const { ramp, accent, paper } = this.#brand.colours;
    const [ink = "#000000", , , dark = "#000000"] = ramp;
    return { ink, dark, accent, paper, quiet: "#4d5a55", rule: "#cfd6d2" };
  }

  #drawHead(): void {
    const { dark } = this.colours;
    this.#decorate(() => this.#doc.rect(0, 0, pageWidth, 8).fill(dark));
    this.text(this.#brand.name, { face: "serif", size: 15, colour: dark });
    this.space(20);
  }

  /** Draws what has no meaning of its own, such as a line. */
  #decorate(draw: () => void): void {
    this.#doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.#doc.endMarkedContent();
  }

  #use({ face = "sans", size = 10.5, colour = this.colours.ink }: TextStyle): void {
    this.#doc.font(face).fontSize(size).fillColor(colour);
  }

  #heightOf(cell: Cell): number {
    this.#use(cell);
    return this.#doc.heightOfString(cell.text, { width: cell.width, lineGap: 2 });
  }

  #draw(cell: Cell, y: number, tag: Tag): void {
    const { text, x, width, align = "left" } = cell;
    const draw = () => {
      this.#use(cell);
      this.#doc.text(text, margin + x, y, { width, align, lineGap: 2, features: ["tnum", "kern"] });
    };
    this.#doc.addStructure(this.#doc.struct(tag, {}, [draw]));
  }

  /** Begins a new page unless there is room of a height. */
  room(height: number): void {
    if (this.#y + height <= bottom) return;
    this.#doc.addPage();
    this.#y = top;
  }

  space(height: number): void {
    this.#y += height;
  }

  /** Writes cells beside each other, the highest of which decides where the next line begins. */
  row(cells: Cell[], tag: Tag = "P"): void {
    const height = Math.max(...cells.map((cell) => this.#heightOf(cell)));
    this.room(height);
    for (const cell of cells) this.#draw(cell, this.#y, tag);
    this.#y += height;
  }

  text(text: string, style: TextStyle & { tag?: Tag } = {}): void {
    this.row([{ text, x: 0, width: textWidth, ...style }], style.tag);
  }

  /** Writes blocks of lines beside each other. */
  columns(blocks: Cell[][]): void {
    const heights = blocks.map((cells) =>
      cells.reduce((sum, cell) => sum + this.#heightOf(cell), 0),
    );
    this.room(Math.max(...heights));
    for (const cells of blocks) {
      let y = this.#y;
      for (const cell of cells) {
        this.#draw(cell, y, "P");
        y += this.#heightOf(cell);
      }
    }
    this.#y += Math.max(...heights);
  }

  rule({ colour = this.colours.rule, width = 0.75 } = {}): void {
    const y = this.#y;
    this.#decorate(() =>
      this.#doc
        .moveTo(margin, y)
        .lineTo(margin + textWidth, y)
        .lineWidth(width)
        .strokeColor(colour)
        .stroke(),
    );
  }

  /** Writes a warning in a frame of the accent colour. */
  notice(text: string): void {
    const padding = 10;
    const cell: Cell = { text, x: padding + 4, width: textWidth - 2 * padding - 4, face: "strong" };
    const height = this.#heightOf(cell) + 2 * padding;
    const { accent, paper } = this.colours;
    const y = this.#y;
    this.#decorate(() => {
      this.#doc.rect(margin, y, textWidth, height).fill(paper);
      this.#doc.rect(margin, y, 4, height).fill(accent);
    });
    this.#draw(cell, y + padding, "P");
    this.#y += height;
  }

  /** Numbers the pages and ends the file. Returns its bytes. */
  finish(footer: (page: number, pages: number) => string): Promise<Buffer> {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      const y = footerAt;
      this.#decorate(() => {
        this.#use({ size: 9, colour: this.colours.quiet });
        const { name, homepage } = this.#brand;
        const left = `${name} · ${homepage.replace("https://", "")}`;
        this.#doc.text(left, margin, y, { lineBreak: false });
        const right = { width: textWidth, align: "right", lineBreak: true } as const;
        this.#doc.text(footer(page + 1, count), margin, y, right);
      });
    }
    this.#doc.end();
    return this.#ended.promise;
  }
}
