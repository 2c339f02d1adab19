import { minuteMs } from "#shared/durations.ts";
import { runProgram } from "./channel/command-program.ts";
import { defineClockCommands } from "./clock/define-clock-commands.ts";

/** Moving the time by years takes as long as the jobs that are due in them. */
const timeoutMs = 15 * minuteMs;

await runProgram({ name: "clock", define: defineClockCommands, run: null, timeoutMs });
