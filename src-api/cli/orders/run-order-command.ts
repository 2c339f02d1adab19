import { dateIn, formatAppointment } from "#shared/formats.ts";
import { changeOrder, readOrderTime, type DeliveryStep } from "../../modules/sales/module.ts";
import { findOrders, type BoughtExtra } from "../../modules/ledger/module.ts";
import { commandActor } from "../../infra/audit/record-act.ts";
import { alignColumns } from "../channel/align-columns.ts";
import { CommandError } from "../channel/command-channel.ts";
import type { Portal } from "../../portal.ts";
import type { OrderCommand } from "./order-command.ts";

type OrderGround = Pick<Portal, "database" | "jobs" | "now" | "brand">;
type Command<Name> = Extract<OrderCommand, { command: Name }>;

const heading = ["NUMBER", "PAID", "ITEM", "STATE", "TIME", "BUYER"];

function rowOf({ delivery, invoice, account, isWithdrawn }: BoughtExtra, timeZone: string) {
  const { sku, quantity, completed, state, scheduledFor } = delivery;
  const done = completed > 0 && completed < quantity ? `, ${completed} done` : "";
  return [
    invoice.receiptNumber ?? "-",
    invoice.paidAt ? dateIn(invoice.paidAt, timeZone) : "-",
    quantity > 1 ? `${quantity} × ${sku}` : sku,
    isWithdrawn ? "withdrawn" : state + done,
    scheduledFor ? formatAppointment(scheduledFor.toISOString(), "en", timeZone) : "-",
    `${invoice.buyerName} <${account?.email ?? invoice.buyerEmail}>`,
  ];
}

async function list({ database, brand }: OrderGround, { all }: Command<"list">): Promise<string[]> {
  const orders = await findOrders(database, { show: all ? undefined : "open" });
  if (orders.length === 0)
    return [all ? "Nothing has been bought yet." : "There is nothing to do."];
  return alignColumns([heading, ...orders.map((order) => rowOf(order, brand.timeZone))]);
}

const refusals = {
  "changed-since": "This order has changed in the meantime.",
  withdrawn: "This purchase was refunded.",
  done: "This order is done.",
  cancelled: "This order was cancelled. Schedule it again first.",
  file: "This is a file, which the buyer already has. It can only be cancelled.",
  "too-early":
    "The scheduled time has not come yet. Until then, this order can be rescheduled or cancelled.",
  "no-time": "This order has no time: it is done once the report has been sent.",
};

async function change(
  ground: OrderGround,
  { number, sku }: { number: string; sku: string },
  step: DeliveryStep,
): Promise<boolean> {
  const result = await changeOrder(ground, { number, sku }, { step, actor: commandActor });
  const { outcome } = result;
  if (outcome === "changed") return true;
  if (outcome === "unchanged") return false;
  if (outcome !== "unknown") throw new CommandError(refusals[outcome]);
  const { skus } = result;
  throw new CommandError(
    skus.length === 0
      ? `There is no paid order of extras with the number ${number}.`
      : `${number} does not contain ${sku}. It contains: ${skus.join(", ")}.`,
  );
}

async function schedule(ground: OrderGround, command: Command<"schedule">): Promise<string[]> {
  const { number, sku, time: text } = command;
  const { timeZone } = ground.brand;
  const read = readOrderTime(text, timeZone, ground.now());
  if ("reason" in read) throw new CommandError(read.reason);
  const { time } = read;
  const changed = await change(ground, command, { step: "schedule", time });
  const words = formatAppointment(time.toISOString(), "en", timeZone);
  return [`${number} ${sku}: ${words}${changed ? "" : ", as before"}.`];
}

/** Runs a command and returns the lines to print. Throws a CommandError. */
export async function runOrderCommand(
  ground: OrderGround,
  command: OrderCommand,
): Promise<string[]> {
  if (command.command === "list") return list(ground, command);
  if (command.command === "schedule") return schedule(ground, command);
  const { number, sku, command: step } = command;
  const changed = await change(ground, command, { step });
  const words = step === "done" ? "done" : "cancelled";
  const money = `Nothing was refunded. To refund it: npm run -s payments -- refund ${number} <amount> --reason <text>`;
  return [
    `${number} ${sku}: ${words}${changed ? "" : " before"}.`,
    ...(step === "cancel" && changed ? [money] : []),
  ];
}
