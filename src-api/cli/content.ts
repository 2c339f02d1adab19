import { commandLine, runWithSettings } from "./channel/command-program.ts";
import { defineContentCommands, type ContentInput } from "./content/define-content-commands.ts";
import { performContent } from "./content/perform-content.ts";
import { withAccess } from "./content/portal-access.ts";
import { createReport } from "./content/report.ts";

const report = createReport(process.stdout, process.stderr);

const perform = (input: ContentInput): Promise<void> =>
  runWithSettings(async (config) => {
    try {
      const isDone = await withAccess(config, (access) => performContent(access, input, report));
      if (!isDone) process.exitCode = 1;
    } finally {
      report.end();
    }
  });

await commandLine({ name: "content", define: defineContentCommands }, perform).parseAsync();
