import type { Receipt } from "#shared/api/receipts.ts";
import type { Brand } from "#shared/brand.ts";
import type { Language } from "#shared/languages.ts";
import { receiptRows, type ReceiptRows } from "#shared/receipt-rows.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { Paper, textWidth, type Cell } from "./paper.ts";

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
