import { runProgram } from "./channel/command-program.ts";
import { defineFlagCommands } from "./flags/define-flag-commands.ts";
import { runFlagCommand } from "./flags/run-flag-command.ts";

await runProgram({ name: "flags", define: defineFlagCommands, run: runFlagCommand });
