import { runProgram } from "./channel/command-program.ts";
import { defineOrderCommands } from "./orders/define-order-commands.ts";
import { runOrderCommand } from "./orders/run-order-command.ts";

await runProgram({ name: "orders", define: defineOrderCommands, run: runOrderCommand });
