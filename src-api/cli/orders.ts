import { runProgram } from "./channel/command-program.ts";
import { defineOrderCommands } from "./orders/define-order-commands.ts";

await runProgram({ name: "orders", define: defineOrderCommands, run: null });
