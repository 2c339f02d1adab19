import { CommandError } from "#api/cli/channel/command-channel.ts";
import type { CommandContext } from "#api/cli/channel/own-database.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { exportMonth } from "./export-month.ts";
import type { PaymentCommand } from "./payment-command.ts";
import { refundReceipt } from "./refund-receipt.ts";

/** Runs a command of `npm run payments` and returns the lines to print. Throws a CommandError. */
export async function runPaymentCommand(
  context: CommandContext & Partial<PaymentPortal>,
  command: PaymentCommand,
): Promise<string[]> {
  switch (command.command) {
    case "refund":
      return refundReceipt(context, command);
    case "export":
      return exportMonth(context, command.month);
    case "check": {
      // Stripe's library has two hundred files.
      const { checkPayments } = await import("#api/modules/billing/check-payments.ts");
      const { findings } = await checkPayments(context.config, context, "en");
      const lines = findings.map(({ isGood, text }) => (isGood ? text : `To do: ${text}`));
      if (!findings.every(({ isGood }) => isGood)) throw new CommandError(lines.join("\n"));
      return lines;
    }
  }
}
