import { decimalAmount, moneyOf, type Money } from "../../../src-shared/money.ts";
import {
  codeState,
  countUses,
  endCode,
  findCode,
  findCodes,
  findOnSale,
  insertCode,
  type DiscountCode,
} from "../../modules/billing/module.ts";
import { alignColumns } from "../channel/align-columns.ts";
import { CommandError } from "../channel/command-channel.ts";
import type { CommandGround } from "../channel/command-program.ts";
import type { DiscountCommand } from "./discount-command.ts";

type Command<Name> = Extract<DiscountCommand, { command: Name }>;

const dayLong = 24 * 60 * 60_000;

const day = (date: Date) => date.toISOString().slice(0, 10);

/** Returns when a code begins and ends: `until` is its last day. Throws when that leaves no time. */
function timesOf({ from, until }: Command<"add">, now: Date) {
  const startsAt = from ? new Date(from) : null;
  const endsAt = until ? new Date(Date.parse(until) + dayLong) : null;
  if (endsAt && endsAt <= now) throw new CommandError(`The day ${until} is over.`);
  if (startsAt && endsAt && endsAt <= startsAt) {
    throw new CommandError(`The last day ${until} is before the first one.`);
  }
  return { startsAt, endsAt };
}

/** Returns the currency of what is on sale. Throws for items that are not. */
async function currencyFor({ database }: CommandGround, items: string[]): Promise<string> {
  const products = await findOnSale(database);
  const skus = products.map(({ sku }) => sku);
  const unknown = items.filter((sku) => !skus.includes(sku));
  if (unknown.length > 0) {
    throw new CommandError(`Not on sale: ${unknown.join(", ")}. On sale: ${skus.join(", ")}.`);
  }
  const [product] = products;
  if (!product) throw new CommandError("Nothing is on sale yet: start the portal first.");
  return product.currency;
}

function amountOff(text: string, currency: string): Money {
  const money = moneyOf(text, currency);
  if (!money || money.amount === 0) {
    throw new CommandError(`${text} is no amount of ${currency} that could be taken off.`);
  }
  return money;
}

async function add(ground: CommandGround, command: Command<"add">): Promise<string[]> {
  const { code, off, description, items, uses, usesPerUser } = command;
  const currency = await currencyFor(ground, items);
  const money = "amount" in off ? amountOff(off.amount, currency) : null;
  const row: DiscountCode = {
    code,
    description,
    kind: "percent" in off ? "percent" : "amount",
    value: "percent" in off ? off.percent : (money?.amount ?? 0),
    currency: money?.currency ?? null,
    skus: items,
    ...timesOf(command, ground.now()),
    maxRedemptions: uses,
    maxPerUser: usesPerUser,
  };
  if (!(await insertCode(ground.database, row))) {
    throw new CommandError(`There already is a code ${code}.`);
  }
  return [`Added ${code}: ${reduction(row)} off.`];
}

const reduction = ({ kind, value, currency }: DiscountCode) =>
  kind === "percent"
    ? `${value} %`
    : `${decimalAmount({ amount: value, currency: currency ?? "" })} ${currency}`;

const heading = ["CODE", "OFF", "ITEMS", "FROM", "UNTIL", "USES", "PER USER", "STATE"];

async function rowOf({ database, now }: CommandGround, code: DiscountCode): Promise<string[]> {
  const at = now();
  const uses = await countUses(database, code.code, { now: at, userId: null });
  const { skus, startsAt, endsAt, maxRedemptions, maxPerUser } = code;
  return [
    code.code,
    reduction(code),
    skus.join(" ") || "all",
    startsAt ? day(startsAt) : "-",
    endsAt ? day(new Date(endsAt.getTime() - 1)) : "-",
    maxRedemptions === null ? String(uses.taken) : `${uses.taken} of ${maxRedemptions}`,
    maxPerUser === null ? "-" : String(maxPerUser),
    codeState(code, { now: at, uses }),
  ];
}

async function list(ground: CommandGround): Promise<string[]> {
  const codes = await findCodes(ground.database);
  if (codes.length === 0) return ["There are no discount codes."];
  return alignColumns([heading, ...(await Promise.all(codes.map((code) => rowOf(ground, code))))]);
}

async function end({ database, now }: CommandGround, { code }: Command<"end">): Promise<string[]> {
  if (await endCode(database, code, now())) return [`${code} has ended.`];
  const known = await findCode(database, code);
  if (!known) throw new CommandError(`There is no code ${code}.`);
  return [`${code} had ended before.`];
}

/** Runs a command and returns the lines to print. Throws a CommandError. */
export async function runDiscountCommand(
  ground: CommandGround,
  command: DiscountCommand,
): Promise<string[]> {
  switch (command.command) {
    case "add":
      return add(ground, command);
    case "list":
      return list(ground);
    case "end":
      return end(ground, command);
  }
}
