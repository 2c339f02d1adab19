import { readFile } from "node:fs/promises";
import type PdfDocument from "pdfkit";
import type { Brand } from "#shared/brand.ts";
import type { Language } from "#shared/languages.ts";
import {
  type FallbackFonts,
  findFallbackFonts,
  fontFile,
  type FontFile,
} from "#api/infra/fonts/fallback-fonts.ts";
import { features, type Line, printable, typeset } from "./typeset.ts";
import type { Receipt } from "#shared/api/receipts.ts";
import { receiptRows, type ReceiptRows } from "#shared/receipt-rows.ts";
import type { Purchase } from "#shared/api/billing.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, inArray } from "#api/infra/database/drizzle.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Portal } from "#api/portal.ts";
import { buyerOf } from "./buyer-details.ts";
import { lineName, findLastPayment, sellerOf, shownDiscount } from "./invoices.ts";
import { type CreditNote, type Invoice, products } from "./schema.ts";

/** Returns the refunded amount of each line of a credit note, by the line's name. */
export const paidBackOf = (
  { lines, currency }: Pick<CreditNote, "lines" | "currency">,
  invoice: Pick<Invoice, "lines">,
): { name: string; amount: { amount: number; currency: string } }[] =>
  lines.map(({ sku, amount }) => ({ name: lineName(invoice, sku), amount: { amount, currency } }));

/** Returns the time of a membership that an invoice pays, as its receipt says; null where there is none. */
export const coverOf = ({
  periodStart,
  periodEnd,
}: Pick<Invoice, "periodStart" | "periodEnd">): Purchase["covers"] =>
  periodStart && periodEnd
    ? { from: periodStart.toISOString(), until: periodEnd.toISOString() }
    : null;

/** Returns whether an invoice was paid in test mode. A provider that is not set up any more counts as real. */
export const isTestPayment = (
  { payments }: Pick<Portal, "payments">,
  { provider }: { provider: string },
): boolean => payments.byId.get(provider)?.testMode ?? false;

type Delivery = { sku: string; delivery: Localised };

/** Returns the receipt of a settled invoice, as it was accepted. Throws `not-found` before. */
function presentReceipt(
  invoice: Invoice,
  delivered: readonly Delivery[],
  {
    brand,
    language,
    card,
    testMode,
  }: { brand: Brand; language: Language; card: string | null; testMode: boolean },
): Receipt {
  const { receiptNumber: number, paidAt, lines, total, currency, credit } = invoice;
  if (!number || !paidAt) throw new ApiError("not-found");
  return {
    kind: "receipt",
    number,
    issuedAt: paidAt.toISOString(),
    withdrawalReference: invoice.withdrawalReference,
    seller: invoice.seller ?? sellerOf(brand),
    buyer: buyerOf(invoice),
    corrects: null,
    covers: coverOf(invoice),
    lines,
    discount: shownDiscount(invoice),
    credit: { amount: credit, currency },
    total: { amount: total, currency },
    paidBack: [],
    taxes: invoice.taxes,
    card,
    termsVersion: invoice.termsVersion,
    testMode,
    deliveries: lines.flatMap(({ sku, name }) => {
      const found = delivered.find((candidate) => candidate.sku === sku);
      return found ? [{ name, delivery: localised(found.delivery, language) }] : [];
    }),
  };
}

/** Returns a credit note in the shape of the receipt that it corrects. */
export const presentCreditNote = (
  { number, createdAt, amount, currency, taxes, ...note }: CreditNote,
  receipt: Receipt,
): Receipt => ({
  ...receipt,
  kind: "credit-note",
  number,
  issuedAt: createdAt.toISOString(),
  withdrawalReference: null,
  corrects: { number: receipt.number, issuedAt: receipt.issuedAt },
  total: { amount, currency },
  paidBack: paidBackOf({ ...note, currency }, receipt),
  taxes,
  deliveries: [],
});

/** Returns how the extras among the SKUs are delivered, also of those no longer on sale. */
const findDeliveries = (database: Database, skus: string[]) =>
  database
    .select({ sku: products.sku, delivery: products.delivery })
    .from(products)
    .where(and(inArray(products.sku, skus), eq(products.kind, "extra")));

/** Returns the receipt of an invoice in a language. Throws `not-found` before the invoice is settled. */
export async function findReceipt(
  portal: Pick<Portal, "database" | "brand" | "payments">,
  invoice: Invoice,
  language: Language,
): Promise<Receipt> {
  const { database, brand } = portal;
  const skus = invoice.lines.map(({ sku }) => sku);
  const delivered = await findDeliveries(database, skus);
  const { card = null } = (await findLastPayment(database, invoice.id)) ?? {};
  const testMode = isTestPayment(portal, invoice);
  return presentReceipt(invoice, delivered, { brand, language, card, testMode });
}

type Doc = InstanceType<typeof PdfDocument>;
type Face = "sans" | "strong" | "serif";

/** Font files by face; `npm run fonts` makes them. */
const fontFiles: Record<Face, string> = {
  sans: "print-sans-400.ttf",
  strong: "print-sans-600.ttf",
  serif: "print-serif.ttf",
};

let fonts: Promise<Record<Face, FontFile>> | null = null;

async function readFonts(): Promise<Record<Face, FontFile>> {
  const folder = new URL("../../../resources/fonts/", import.meta.url);
  const read = async (face: Face) =>
    fontFile(face, await readFile(new URL(fontFiles[face], folder)));
  const [sans, strong, serif] = await Promise.all([read("sans"), read("strong"), read("serif")]);
  return { sans, strong, serif };
}

/** Sizes in points: A4, with margins of 2 cm. */
const margin = 57;
const pageWidth = 595;
const pageHeight = 842;
const textWidth = pageWidth - 2 * margin;
const top = 44;
const footerAt = pageHeight - 48;
const bottom = footerAt - 16;

const defaultSize = 10.5;

/** How a text looks; sizes in points. */
type TextStyle = { face?: Face; size?: number; colour?: string; align?: "left" | "right" };

/** Distance between lines in points, beside what their letters need. */
const lineGap = 2;

/** A part of a line: `x` from the left margin. */
type Cell = { text: string; x: number; width: number } & TextStyle;

/** A cell as it is printed. Distances are from its top. */
type Block = { cell: Cell; lines: (Line & { baseline: number })[]; height: number };

/** Splits a block that is higher than a page. */
const linesOf = ({ cell, lines }: Block): Block[] =>
  lines.map((line) => ({
    cell,
    lines: [{ ...line, baseline: line.ascent }],
    height: line.ascent + line.descent + lineGap,
  }));

/** Structure types of tagged PDF files, for screen readers. */
type Tag = "H1" | "H2" | "P" | "Span";

/** A PDF page, written from top to bottom. What does not fit goes to the next page. */
class Paper {
  readonly #doc: Doc;
  readonly #brand: Brand;
  readonly #fonts: Record<Face, FontFile>;
  readonly #fallbacks: FallbackFonts;
  readonly #chunks: Buffer[] = [];
  readonly #ended = Promise.withResolvers<Buffer>();
  #y = top;
  /** Whether something was written for which there is no font. */
  hasMissing = false;

  private constructor(
    doc: Doc,
    brand: Brand,
    { known, fallbacks }: { known: Record<Face, FontFile>; fallbacks: FallbackFonts },
  ) {
    this.#doc = doc;
    this.#brand = brand;
    this.#fonts = known;
    this.#fallbacks = fallbacks;
    for (const { name, bytes } of [...Object.values(known), ...fallbacks.values()])
      doc.registerFont(name, bytes);
    doc.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
    doc.on("end", () => this.#ended.resolve(Buffer.concat(this.#chunks)));
    doc.on("error", this.#ended.reject);
  }

  /** Starts a file for some texts, which decide on its fonts. The same content always becomes the same bytes. */
  static async start(
    brand: Brand,
    {
      title,
      language,
      writtenAt,
      texts,
    }: { title: string; language: Language; writtenAt: Date; texts: string[] },
  ): Promise<Paper> {
    fonts ??= readFonts();
    const known = await fonts;
    const written = [brand.name, brand.homepage, ...texts].map(printable).join("\n");
    const fallbacks = await findFallbackFonts(written, [known.sans]);
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
    const paper = new Paper(doc, brand, { known, fallbacks });
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

  #typeset(cell: Cell): Block {
    const { text, width, face = "sans", size = defaultSize } = cell;
    const { sans, [face]: main } = this.#fonts;
    const fallbacks = this.#fallbacks;
    const { lines, hasMissing } = typeset(text, { size, width, own: [main, sans], fallbacks });
    this.hasMissing ||= hasMissing;
    const scale = size / main.font.unitsPerEm;
    const block: Block = { cell, lines: [], height: 0 };
    for (const line of lines) {
      const ascent = Math.max(line.ascent, main.font.ascent * scale);
      const descent = Math.max(line.descent, (main.font.lineGap - main.font.descent) * scale);
      block.lines.push({ ...line, ascent, descent, baseline: block.height + ascent });
      block.height += ascent + descent + lineGap;
    }
    return block;
  }

  #write({ cell, lines }: Block, y: number): void {
    const { x, width, align = "left", size = defaultSize, colour = this.colours.ink } = cell;
    const options = { features, lineBreak: false, baseline: "alphabetic" } as const;
    for (const line of lines) {
      const left = margin + x + (align === "right" ? width - line.width : 0);
      if (line.text !== null) this.#doc.markContent("Span", { actual: line.text });
      for (const run of line.runs) {
        this.#doc.font(run.file.name).fontSize(size).fillColor(colour);
        this.#doc.text(run.text, left + run.x, y + line.baseline, options);
      }
      if (line.text !== null) this.#doc.endMarkedContent();
    }
  }

  #draw(block: Block, y: number, tag: Tag): void {
    this.#doc.addStructure(this.#doc.struct(tag, {}, [() => this.#write(block, y)]));
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
    const blocks = cells.map((cell) => this.#typeset(cell));
    const height = Math.max(...blocks.map((block) => block.height));
    this.room(height);
    for (const block of blocks) this.#draw(block, this.#y, tag);
    this.#y += height;
  }

  text(text: string, style: TextStyle & { tag?: Tag } = {}): void {
    const block = this.#typeset({ text, x: 0, width: textWidth, ...style });
    for (const part of block.height > bottom - top ? linesOf(block) : [block]) {
      this.room(part.height);
      this.#draw(part, this.#y, style.tag ?? "P");
      this.#y += part.height;
    }
  }

  /** Writes columns of cells beside each other. */
  columns(columns: Cell[][]): void {
    const typesetColumns = columns.map((cells) => cells.map((cell) => this.#typeset(cell)));
    const heights = typesetColumns.map((blocks) =>
      blocks.reduce((sum, { height }) => sum + height, 0),
    );
    this.room(Math.max(...heights));
    for (const blocks of typesetColumns) {
      let y = this.#y;
      for (const block of blocks) {
        this.#draw(block, y, "P");
        y += block.height;
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
    const block = this.#typeset(cell);
    const height = block.height + 2 * padding;
    const { accent, paper } = this.colours;
    const y = this.#y;
    this.#decorate(() => {
      this.#doc.rect(margin, y, textWidth, height).fill(paper);
      this.#doc.rect(margin, y, 4, height).fill(accent);
    });
    this.#draw(block, y + padding, "P");
    this.#y += height;
  }

  /** Numbers the pages and ends the file. Returns its bytes. */
  finish(footer: (page: number, pages: number) => string): Promise<Buffer> {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      const { name, homepage } = this.#brand;
      const style = { x: 0, width: textWidth, size: 9, colour: this.colours.quiet };
      const left = `${name} · ${homepage.replace("https://", "")}`;
      this.#decorate(() => {
        this.#write(this.#typeset({ ...style, text: left }), footerAt);
        const right = { ...style, text: footer(page + 1, count), align: "right" } as const;
        this.#write(this.#typeset(right), footerAt);
      });
    }
    this.#doc.end();
    return this.#ended.promise;
  }
}

const half = textWidth / 2;
const gap = 16;

type Column = { x: number; width: number; align: "left" | "right" };

/** Returns columns from the widths of those on the right; the first one takes what they leave. */
function columnsOf(...widths: number[]): Column[] {
  const rest = textWidth - widths.reduce((sum, width) => sum + width, 0);
  return [
    { x: 0, width: rest, align: "left" },
    ...widths.map((width, index): Column => {
      const right = widths.slice(index).reduce((sum, each) => sum + each, 0);
      return { x: textWidth - right + gap, width: width - gap, align: "right" };
    }),
  ];
}
const lineColumns = columnsOf(64, 106, 96);
const taxColumns = columnsOf(106, 106, 106);

const cellsOf = (columns: Column[], texts: string[], style: Partial<Cell> = {}): Cell[] =>
  columns.map((column, index) => ({ text: texts[index] ?? "", ...column, ...style }));

/** Writes names and values in two columns. */
function drawFacts(paper: Paper, facts: ReceiptRows["facts"]): void {
  const { quiet } = paper.colours;
  for (let index = 0; index < facts.length; index += 2) {
    const pair = facts.slice(index, index + 2).map(({ name, values }, side) => {
      const place = { x: side * half, width: half - gap };
      return [
        { text: name, ...place, size: 9.5, colour: quiet },
        ...values.map((text) => ({ text, ...place })),
      ];
    });
    paper.columns(pair);
    paper.space(12);
  }
}

function drawTable(paper: Paper, columns: Column[], [head = [], ...rows]: string[][]): void {
  paper.row(cellsOf(columns, head, { face: "strong", size: 9.5, colour: paper.colours.quiet }));
  paper.space(4);
  paper.rule();
  for (const row of rows) {
    paper.space(5);
    paper.row(cellsOf(columns, row));
    paper.space(3);
    paper.rule();
  }
}

function drawSums(paper: Paper, { sums, total }: ReceiptRows): void {
  const value: Column = { x: textWidth - 110, width: 110, align: "right" };
  const name = { x: 0, width: textWidth - 110 - gap };
  paper.space(8);
  for (const sum of sums) {
    paper.row([
      { text: sum.name, ...name },
      { text: sum.value, ...value },
    ]);
    paper.space(4);
  }
  const strong = { face: "strong", size: 13 } as const;
  paper.space(2);
  paper.row([
    { text: total.name, ...name, ...strong },
    { text: total.value, ...value, ...strong },
  ]);
}

function drawTaxes(paper: Paper, taxes: ReceiptRows["taxes"]): void {
  if (!taxes) return;
  paper.space(22);
  paper.room(70);
  paper.text(taxes.title, { face: "strong", tag: "H2" });
  paper.space(6);
  drawTable(paper, taxColumns, [taxes.head, ...taxes.rows]);
}

function drawDeliveries(paper: Paper, deliveries: ReceiptRows["deliveries"]): void {
  if (!deliveries) return;
  paper.space(22);
  paper.room(60);
  paper.text(deliveries.title, { face: "strong", tag: "H2" });
  for (const { name, delivery } of deliveries.items) {
    paper.space(6);
    paper.room(34);
    paper.text(name);
    paper.text(delivery, { colour: paper.colours.quiet });
  }
}

const textsOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsOf)
    : [String(value)];

/** A PDF file and the name under which it is saved: "RS-2026-000123.pdf". */
export type ReceiptFile = { name: string; content: Buffer };

/** Returns a receipt or a credit note as a PDF file in a language: always the same bytes for the same receipt. */
export async function receiptPdf(
  receipt: Receipt,
  { brand, language }: { brand: Brand; language: Language },
): Promise<ReceiptFile> {
  const t = textsIn(language);
  const rows = receiptRows(receipt, { language, timeZone: brand.timeZone }, (key, values) =>
    t(`membership:receipt.${key}`, { ...values }),
  );
  const title = `${rows.title} ${receipt.number}`;
  const writtenAt = new Date(receipt.issuedAt);
  const paper = await Paper.start(brand, { title, language, writtenAt, texts: textsOf(rows) });
  const { dark, quiet } = paper.colours;
  paper.text(rows.title, { face: "serif", size: 26, colour: dark, tag: "H1" });
  paper.space(14);
  if (rows.warning) {
    paper.notice(rows.warning);
    paper.space(16);
  }
  drawFacts(paper, rows.facts);
  paper.space(10);
  drawTable(paper, lineColumns, [rows.lineHead, ...rows.lines]);
  drawSums(paper, rows);
  drawTaxes(paper, rows.taxes);
  drawDeliveries(paper, rows.deliveries);
  paper.space(22);
  paper.text(rows.terms, { size: 9.5, colour: quiet });
  if (paper.hasMissing) {
    paper.space(6);
    paper.text(t("membership:receipt.missingCharacters"), { size: 9.5, colour: quiet });
  }
  const content = await paper.finish((page, pages) =>
    t("membership:receipt.page", { page: String(page), pages: String(pages) }),
  );
  return { name: `${receipt.number}.pdf`, content };
}
