import { Argument, type Command } from "commander";
import { parseWith } from "../channel/arguments.ts";
import { numberField, skuField, timeField, type OrderCommand } from "./order-command.ts";

const parseNumber = parseWith(numberField, "Write the number of the receipt, as in the list.");
const parseSku = parseWith(skuField, "Write the item as in the list.");
const parseTime = parseWith(timeField, "Write a time such as 2026-12-01T18:00.");

const order = (command: Command) =>
  command
    .addArgument(new Argument("<number>", "number of the receipt").argParser(parseNumber))
    .addArgument(new Argument("<item>", "what was bought").argParser(parseSku));

/** Declares `npm run orders`. */
export function defineOrderCommands(
  program: Command,
  perform: (command: OrderCommand) => Promise<void>,
): void {
  program.description("Extras that were bought. Each change is mailed to the buyer.");
  program
    .command("list")
    .description("lists what is left to do, oldest first")
    .option("--all", "also lists what is done")
    .action(({ all = false }: { all?: boolean }) => perform({ command: "list", all }));
  order(program.command("schedule"))
    .description("sets the time of an appointment or a class, or changes it")
    .addArgument(
      new Argument("<time>", "such as 2026-12-01T18:00, in the time zone of the brand").argParser(
        parseTime,
      ),
    )
    .action((number: string, sku: string, time: string) =>
      perform({ command: "schedule", number, sku, time }),
    );
  order(program.command("done"))
    .description("marks an appointment as held, or a report as sent; one at a time")
    .action((number: string, sku: string) => perform({ command: "done", number, sku }));
  order(program.command("cancel"))
    .description("cancels an item (for a file, the download); refunds nothing")
    .action((number: string, sku: string) => perform({ command: "cancel", number, sku }));
}
