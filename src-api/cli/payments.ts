import { runProgram } from "./channel/command-program.ts";
import { definePaymentCommands } from "./payments/define-payment-commands.ts";
import { runPaymentCommand } from "./payments/run-payment-command.ts";

await runProgram({ name: "payments", define: definePaymentCommands, run: runPaymentCommand });
