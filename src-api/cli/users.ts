import { runProgram } from "./channel/command-program.ts";
import { defineUserCommands } from "./users/define-user-commands.ts";
import { runUserCommand } from "./users/run-user-command.ts";

// An import of members takes minutes.
await runProgram({
  name: "users",
  define: defineUserCommands,
  run: runUserCommand,
  timeoutMs: 290_000,
});
