import { decimalAmount, moneyOf } from "#shared/money.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { findInvoiceByReceipt } from "#api/modules/billing/invoices.ts";
import { refundInvoice, type RefundOutcome } from "#api/modules/billing/refund.ts";
import type { CreditNote, Invoice } from "#api/modules/billing/schema.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import type { CommandContext } from "#api/cli/channel/own-database.ts";
import type { PaymentCommand } from "./payment-command.ts";

type RefundCommand = Extract<PaymentCommand, { command: "refund" }>;

const format = (amount: number, currency: string) =>
  `${decimalAmount({ amount, currency })} ${currency}`;

/** Returns the amount in minor units; null for everything that is left. Throws for what the currency lacks. */
function amountOf({ amount }: RefundCommand, { currency }: Invoice): number | null {
  if (amount === null) return null;
  const money = moneyOf(amount, currency);
  if (!money || money.amount === 0) {
    throw new CommandError(`${amount} is not an amount of ${currency} that can be refunded.`);
  }
  return money.amount;
}

/** Returns the SKU of the line to pay back; undefined for all. Throws for a line that the receipt does not have. */
function skuOf({ line, receipt }: RefundCommand, { lines }: Invoice): string | undefined {
  if (line === undefined || lines.some(({ sku }) => sku === line)) return line;
  const skus = lines.map(({ sku }) => sku).join(", ");
  throw new CommandError(`${receipt} has no line ${line}. It has: ${skus}.`);
}

/** Names the lines that a credit note pays back, where the receipt has several. */
const partsOf = ({ lines, currency }: CreditNote, invoice: Invoice): string =>
  invoice.lines.length > 1
    ? ` (${lines.map(({ sku, amount }) => `${sku} ${format(amount, currency)}`).join(", ")})`
    : "";

function describe(
  result: RefundOutcome,
  { receipt, line }: RefundCommand,
  invoice: Invoice,
): string {
  const { currency } = invoice;
  const what = line === undefined ? receipt : `${line} of ${receipt}`;
  switch (result.outcome) {
    case "succeeded":
    case "processing": {
      const { number, amount } = result.creditNote;
      const paid = format(amount, currency) + partsOf(result.creditNote, invoice);
      return result.outcome === "succeeded"
        ? `Paid back ${paid} of ${receipt}: credit note ${number}.`
        : `Paying back ${paid} of ${receipt}: credit note ${number}. The provider has not confirmed it yet.`;
    }
    case "nothing-paid":
      throw new CommandError(
        `Nothing was paid for ${receipt}, so nothing can be paid back. Its membership goes on: an admin can end it on the member's page.`,
      );
    case "nothing-charged":
      return `Nothing was charged for ${receipt}. Its membership has ended, and credit that it used is back on the account.`;
    case "failed":
      throw new CommandError(
        `The provider refused to refund ${receipt}: no money was moved. If a full refund ends the membership, it has ended all the same. Try again, or refund in another way.`,
      );
    case "not-paid":
      throw new CommandError(`${receipt} has no payment that could be paid back.`);
    case "no-provider":
      throw new CommandError(
        `${receipt} was paid by ${result.provider}, which is not set up any more: set its keys again, or pay back in its dashboard.`,
      );
    case "too-much":
      throw new CommandError(
        result.refundable === 0
          ? `Nothing of ${what} is left to be paid back.`
          : `At most ${format(result.refundable, currency)} of ${what} can be paid back.`,
      );
  }
}

/** Returns the running portal, which sends money and mails. Throws when none runs: the refund would not be completed. */
function runningPortal(context: CommandContext & Partial<PaymentPortal>): PaymentPortal {
  const { database, now, brand, payments, jobs } = context;
  if (!brand || !payments || !jobs) {
    throw new CommandError("Start the portal first: it mails the credit note.");
  }
  return { database, now, brand, payments, jobs };
}

/** Pays back a receipt or a part of it. Throws a CommandError when nothing is paid back. */
export async function refundReceipt(
  context: CommandContext & Partial<PaymentPortal>,
  command: RefundCommand,
): Promise<string[]> {
  const portal = runningPortal(context);
  const invoice = await findInvoiceByReceipt(context.database, command.receipt);
  if (!invoice) throw new CommandError(`There is no receipt ${command.receipt}.`);
  const result = await refundInvoice(portal, {
    invoiceId: invoice.id,
    amount: amountOf(command, invoice),
    sku: skuOf(command, invoice),
    reason: "refund",
    note: command.reason,
  }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === "conflict")) throw error;
    throw new CommandError("A payment of the membership is under way. Try again in a minute.");
  });
  return [describe(result, command, invoice)];
}
