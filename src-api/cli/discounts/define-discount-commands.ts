import { Argument, Option, type Command } from "commander";
import { parseWith } from "../channel/arguments.ts";
import { parseDay } from "../channel/days.ts";
import {
  amountField,
  discountTextField,
  limitField,
  newCodeField,
  percentField,
} from "#shared/api/discounts.ts";
import type { DiscountCommand } from "./discount-command.ts";

const codeArgument = () =>
  new Argument("<code>").argParser(
    parseWith(newCodeField, "A code has 3 to 40 letters from A to Z, digits and hyphens."),
  );

const parsePercent = parseWith(percentField, "Name a whole number from 1 to 100.");
const parseAmount = parseWith(amountField, "Write the amount as 9 or 9.50.");
const parseText = parseWith(discountTextField, "The description has to have 1 to 100 characters.");
const parseLimit = parseWith(limitField, "Name a whole number from 1.");

type AddOptions = {
  percent?: number;
  amount?: string;
  en: string;
  pl: string;
  items?: string[];
  periods?: number;
  forever?: true;
  from?: string;
  until?: string;
  uses?: number;
  usesPerUser?: number;
};

/** Returns the reduction. Ends the program with a message if none was named. */
function reductionOf({ percent, amount }: AddOptions, command: Command) {
  if (percent !== undefined) return { percent };
  if (amount !== undefined) return { amount };
  return command.error("error: name what the code takes off: --percent or --amount");
}

function defineAdd(program: Command, perform: (command: DiscountCommand) => Promise<void>): void {
  program
    .command("add")
    .description("adds a discount code")
    .addArgument(codeArgument())
    .addOption(
      new Option("--percent <number>", "per cent off").argParser(parsePercent).conflicts("amount"),
    )
    .addOption(
      new Option("--amount <amount>", "amount off, such as 9.50, in the catalogue's currency")
        .argParser(parseAmount)
        .conflicts("percent"),
    )
    .requiredOption("--en <text>", "what buyers read, in English", parseText)
    .requiredOption("--pl <text>", "what buyers read, in Polish", parseText)
    .option("--items <sku...>", "what it applies to; everything by default")
    .addOption(
      new Option("--periods <number>", "payments of a membership that it lowers; one by default")
        .argParser(parseLimit)
        .conflicts("forever"),
    )
    .addOption(new Option("--forever", "lowers every payment of a membership").conflicts("periods"))
    .option(
      "--from <day>",
      "first day (YYYY-MM-DD), in the brand's time zone; now by default",
      parseDay,
    )
    .option(
      "--until <day>",
      "last day (YYYY-MM-DD), in the brand's time zone; without end by default",
      parseDay,
    )
    .option("--uses <number>", "most uses in all; no limit by default", parseLimit)
    .option("--uses-per-user <number>", "most uses by one user; no limit by default", parseLimit)
    .action((code: string, options: AddOptions, command: Command) => {
      const { en, pl, items, periods, forever, from, until, uses, usesPerUser } = options;
      return perform({
        command: "add",
        code,
        off: reductionOf(options, command),
        description: { en, pl },
        items: items ?? [],
        periods: forever ? null : (periods ?? 1),
        from: from ?? null,
        until: until ?? null,
        uses: uses ?? null,
        usesPerUser: usesPerUser ?? null,
      });
    });
}

/** Declares `npm run discounts`. */
export function defineDiscountCommands(
  program: Command,
  perform: (command: DiscountCommand) => Promise<void>,
): void {
  program.description("Discount codes.");
  defineAdd(program, perform);
  program
    .command("list")
    .description("lists the discount codes with their uses")
    .action(() => perform({ command: "list" }));
  program
    .command("end")
    .description("ends a code now; orders that were opened with it can still be paid for a day")
    .addArgument(codeArgument())
    .action((code: string) => perform({ command: "end", code }));
}
