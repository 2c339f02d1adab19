import * as z from "zod/mini";
import { readConfig } from "../config.ts";
import { commandLine, explain } from "./channel/command-program.ts";
import { defineContentCommands, type ContentInput } from "./content/define-content-commands.ts";
import { performContent } from "./content/perform-content.ts";
import { withAccess } from "./content/portal-access.ts";
import { createReport } from "./content/report.ts";

z.config({ jitless: true });
const report = createReport(process.stdout, process.stderr);

async function perform(input: ContentInput): Promise<void> {
  try {
    const config = readConfig(process.env);
    const isDone = await withAccess(config, (access) => performContent(access, input, report));
    if (!isDone) process.exitCode = 1;
  } catch (error) {
    report.end();
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

await commandLine({ name: "content", define: defineContentCommands }, perform).parseAsync();
