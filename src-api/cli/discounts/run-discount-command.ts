import { dateIn } from "#shared/formats.ts";
import { decimalAmount } from "#shared/money.ts";
import type { DiscountCode } from "../../modules/catalogue/module.ts";
import {
  createDiscount,
  DiscountRefusal,
  endDiscount,
  listCodes,
} from "../../modules/sales/module.ts";
import { commandActor } from "../../infra/audit/record-act.ts";
import { alignColumns } from "../channel/align-columns.ts";
import { CommandError } from "../channel/command-channel.ts";
import type { CommandGround } from "../channel/own-database.ts";
import { lastDayBefore } from "../channel/days.ts";
import type { DiscountCommand } from "./discount-command.ts";

type ListedCode = Awaited<ReturnType<typeof listCodes>>[number];
type Command<Name> = Extract<DiscountCommand, { command: Name }>;

async function refusalAsCommandError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DiscountRefusal ? new CommandError(error.message) : error;
  }
}

async function add(ground: CommandGround, command: Command<"add">): Promise<string[]> {
  const { code } = command;
  const row = await refusalAsCommandError(() => createDiscount(ground, command, commandActor));
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

function rowOf({ code, uses, state }: ListedCode, { timeZone }: CommandGround["brand"]): string[] {
  const { skus, periods, startsAt, endsAt, maxRedemptions, maxPerUser } = code;
  return [
    code.code,
    formatReduction(code),
    periods === null ? "all" : String(periods),
    skus.join(" ") || "all",
    startsAt ? dateIn(startsAt, timeZone) : "-",
    endsAt ? lastDayBefore(endsAt, timeZone) : "-",
    maxRedemptions === null ? String(uses) : `${uses} of ${maxRedemptions}`,
    maxPerUser === null ? "-" : String(maxPerUser),
    state.replace("-", " "),
  ];
}

async function list(ground: CommandGround): Promise<string[]> {
  const codes = await listCodes(ground);
  if (codes.length === 0) return ["There are no discount codes."];
  return alignColumns([heading, ...codes.map((code) => rowOf(code, ground.brand))]);
}

async function end(ground: CommandGround, { code }: Command<"end">): Promise<string[]> {
  const outcome = await endDiscount(ground, code, commandActor);
  if (outcome === "unknown") throw new CommandError(`There is no code ${code}.`);
  return [outcome === "ended" ? `${code} has ended.` : `${code} had already ended.`];
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
