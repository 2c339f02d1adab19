import { runProgram } from "./channel/command-program.ts";
import { defineDiscountCommands } from "./discounts/define-discount-commands.ts";
import { runDiscountCommand } from "./discounts/run-discount-command.ts";

await runProgram({ name: "discounts", define: defineDiscountCommands, run: runDiscountCommand });
