import { Argument, type Command } from "commander";
import { monthField } from "#shared/api/books.ts";
import { parseWith } from "#api/cli/channel/arguments.ts";
import {
  amountField,
  lineField,
  reasonField,
  receiptField,
  type PaymentCommand,
} from "./payment-command.ts";

const receiptArgument = () =>
  new Argument("<receipt>", "number of the receipt").argParser(
    parseWith(receiptField, "Name the number of a receipt, such as RS-2026-000123."),
  );
const amountArgument = () =>
  new Argument("[amount]", "such as 9.50; everything that is left by default").argParser(
    parseWith(amountField, "Write the amount as 9 or 9.50."),
  );
const monthArgument = () =>
  new Argument("<month>", "YYYY-MM, in the time zone of the brand").argParser(
    parseWith(monthField, "Write the month as YYYY-MM."),
  );
const parseLine = parseWith(
  lineField,
  "Name the line by its SKU, such as handling-consultation; the catalogue has them.",
);
const parseReason = parseWith(reasonField, "The reason has to have 1 to 200 characters.");

/** Declares `npm run payments`. */
export function definePaymentCommands(
  program: Command,
  perform: (command: PaymentCommand) => Promise<void>,
): void {
  program.description("Refunds, the books, and whether payments are set up.");
  program
    .command("refund")
    .description(
      "refunds a receipt or part of it; a full refund of a membership's current period ends it",
    )
    .addArgument(receiptArgument())
    .addArgument(amountArgument())
    .option("--line <sku>", "the line to refund; all by default, extras first", parseLine)
    .requiredOption("--reason <text>", "why, for the books", parseReason)
    .action(
      (
        receipt: string,
        amount: string | undefined,
        { reason, line }: { reason: string; line?: string },
      ) =>
        perform({
          command: "refund",
          receipt,
          amount: amount ?? null,
          line,
          reason,
        }),
    );
  program
    .command("export")
    .description("prints the receipts and credit notes of a month as CSV")
    .addArgument(monthArgument())
    .action((month: string) => perform({ command: "export", month }));
  program
    .command("check")
    .description("shows whether payments are set up, and what is left to do")
    .action(() => perform({ command: "check" }));
}
