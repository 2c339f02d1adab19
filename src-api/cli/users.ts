import { runProgram } from "./channel/command-program.ts";
import { defineUserCommands } from "./users/define-user-commands.ts";
import { runUserCommand } from "./users/run-user-command.ts";

await runProgram({ name: "users", define: defineUserCommands, run: runUserCommand });
