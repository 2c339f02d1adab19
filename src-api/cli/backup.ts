import { createBackup } from "./backup/create-backup.ts";
import { commandLine, runWithSettings } from "./channel/command-program.ts";

type Input = { target: string };

const perform = ({ target }: Input): Promise<void> =>
  runWithSettings(async (config) => {
    process.stdout.write(`${(await createBackup(config, target)).join("\n")}\n`);
  });

await commandLine<Input>(
  {
    name: "backup",
    define: (program, run) =>
      program
        .description(
          "Writes the database and the files of DATA_DIR to one file. The portal may be running.",
        )
        .argument(
          "<file|folder>",
          "file to write, or a folder, where the file is named after the time",
        )
        .action((target: string) => run({ target })),
  },
  perform,
).parseAsync();
