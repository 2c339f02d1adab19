import { commandLine, runSomewhere, runWithSettings } from "./channel/command-program.ts";
import { exportToFolder, runPortalCommand } from "./portal/portal-command.ts";

type Input = { folder: string };

const perform = ({ folder }: Input): Promise<void> =>
  runWithSettings(async (config) => {
    const family = { name: "portal", run: runPortalCommand };
    const lines = await exportToFolder(folder, config, (command) =>
      runSomewhere(family, config, command),
    );
    process.stdout.write(`${lines.join("\n")}\n`);
  });

await commandLine<Input>(
  {
    name: "portal",
    define: (program, run) =>
      void program
        .description("The settings of the portal.")
        .command("export")
        .description("writes the settings of the database as a folder that BRAND_DIR can name")
        .argument("<folder>", "a new folder, or an empty one")
        .action((folder: string) => run({ folder })),
  },
  perform,
).parseAsync();
