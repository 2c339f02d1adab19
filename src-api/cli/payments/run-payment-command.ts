import { CommandError } from "#api/cli/channel/command-channel.ts";
import type { CommandGround } from "#api/cli/channel/own-database.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { exportMonth } from "./export-month.ts";
import type { PaymentCommand } from "./payment-command.ts";
import { refundReceipt } from "./refund-receipt.ts";

/** Runs a command of `npm run payments` and returns the lines to print. Throws a CommandError. */
export async function runPaymentCommand(
  ground: CommandGround & Partial<PaymentPortal>,
  command: PaymentCommand,
): Promise<string[]> {
  switch (command.command) {
    case "refund":
      return refundReceipt(ground, command);
    case "export":
      return exportMonth(ground, command.month);
    case "check": {
      const { checkPayments } = await import("./check-payments.ts");
      const { lines, isReady } = await checkPayments(ground.config, ground);
      if (!isReady) throw new CommandError(lines.join("\n"));
      return lines;
    }
  }
}
