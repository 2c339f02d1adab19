import type { ActName } from "#shared/api/audit.ts";
import { dateIn } from "#shared/formats.ts";
import { decimalAmount, moneyOf } from "#shared/money.ts";
import {
  codeState,
  endCode,
  findCode,
  findCodes,
  findOnSale,
  insertCode,
  type DiscountCode,
} from "../../modules/catalogue/module.ts";
import { countUses } from "../../modules/sales/module.ts";
import { commandActor, recordAct } from "../../infra/audit/record-act.ts";
import { alignColumns } from "../channel/align-columns.ts";
import type { Database } from "../../infra/database/connect.ts";
import { CommandError } from "../channel/command-channel.ts";
import type { CommandGround } from "../channel/own-database.ts";
import { startOf } from "../../infra/written-time.ts";
import { lastDayBefore } from "../channel/days.ts";
import type { DiscountCommand } from "./discount-command.ts";

type Command<Name> = Extract<DiscountCommand, { command: Name }>;

/** Records what a command did to a code. */
const record = (database: Database, act: ActName, code: string, at: Date) =>
  recordAct(database, { act, at, actor: commandActor, subjectId: null, details: { code } });

/** Returns when a code begins and ends: `until` is its last day. Throws when that leaves no time. */
function timesOf({ from, until }: Command<"add">, { brand, now }: CommandGround) {
  const startsAt = from ? startOf(from, brand.timeZone) : null;
  const endsAt = until ? startOf(until, brand.timeZone, 1) : null;
  if (endsAt && endsAt <= now()) throw new CommandError(`${until} is in the past.`);
  if (startsAt && endsAt && endsAt <= startsAt) {
    throw new CommandError(`The last day, ${until}, is before the first.`);
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

/** Returns what a code takes off. Throws for an amount that the currency does not have, or zero. */
function reductionOf(
  off: Command<"add">["off"],
  currency: string,
): Pick<DiscountCode, "kind" | "value" | "currency"> {
  if ("percent" in off) return { kind: "percent", value: off.percent, currency: null };
  const money = moneyOf(off.amount, currency);
  if (!money || money.amount === 0) {
    throw new CommandError(`${off.amount} is not an amount of ${currency} that can be taken off.`);
  }
  return { kind: "amount", value: money.amount, currency };
}

async function add(ground: CommandGround, command: Command<"add">): Promise<string[]> {
  const { code, off, description, items, periods, uses, usesPerUser } = command;
  const currency = await currencyFor(ground, items);
  const row: DiscountCode = {
    code,
    description,
    ...reductionOf(off, currency),
    skus: items,
    periods,
    ...timesOf(command, ground),
    maxRedemptions: uses,
    maxPerUser: usesPerUser,
  };
  await ground.database.transaction(async (tx) => {
    if (!(await insertCode(tx, row))) throw new CommandError(`There is already a code ${code}.`);
    await record(tx, "discount-created", code, ground.now());
  });
  const isOld = command.from !== null && command.from < dateIn(ground.now(), ground.brand.timeZone);
  return [
    `Added ${code}: ${formatReduction(row)} off.`,
    ...(isOld ? [`${command.from} is in the past: the code works from now on.`] : []),
  ];
}

const formatReduction = ({ kind, value, currency }: DiscountCode) =>
  kind === "percent"
    ? `${value} %`
    : `${decimalAmount({ amount: value, currency: currency ?? "" })} ${currency}`;

const heading = ["CODE", "OFF", "PAYMENTS", "ITEMS", "FROM", "UNTIL", "USES", "PER USER", "STATE"];

async function rowOf(
  { database, now, brand }: CommandGround,
  code: DiscountCode,
): Promise<string[]> {
  const at = now();
  const uses = await countUses(database, code.code, { now: at, userId: null });
  const { skus, periods, startsAt, endsAt, maxRedemptions, maxPerUser } = code;
  return [
    code.code,
    formatReduction(code),
    periods === null ? "all" : String(periods),
    skus.join(" ") || "all",
    startsAt ? dateIn(startsAt, brand.timeZone) : "-",
    endsAt ? lastDayBefore(endsAt, brand.timeZone) : "-",
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
  const hasEnded = await database.transaction(async (tx) => {
    if (!(await endCode(tx, code, now()))) return false;
    await record(tx, "discount-ended", code, now());
    return true;
  });
  if (hasEnded) return [`${code} has ended.`];
  const known = await findCode(database, code);
  if (!known) throw new CommandError(`There is no code ${code}.`);
  return [`${code} had already ended.`];
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
