import { runProgram } from "./command-program.ts";
import { flagsUsage, readFlagCommand } from "./read-flag-command.ts";
import { runFlagCommand } from "./run-flag-command.ts";

await runProgram({
  family: "flags",
  usage: flagsUsage,
  read: readFlagCommand,
  run: runFlagCommand,
});
