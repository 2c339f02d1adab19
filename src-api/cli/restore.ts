import { restoreBackup } from "./backup/restore-backup.ts";
import { commandLine, runWithSettings } from "./channel/command-program.ts";

type Input = { file: string; force: boolean };

const perform = ({ file, force }: Input): Promise<void> =>
  runWithSettings(async (config) => {
    process.stdout.write(`${(await restoreBackup(config, file, { force })).join("\n")}\n`);
  });

await commandLine<Input>(
  {
    name: "restore",
    define: (program, run) =>
      program
        .description("Restores a backup. Stop the portal first. A failure changes nothing.")
        .argument("<file>", "file that npm run backup has written")
        .option("--force", "replaces the existing portal", false)
        .action((file: string, { force }: { force: boolean }) => run({ file, force })),
  },
  perform,
).parseAsync();
