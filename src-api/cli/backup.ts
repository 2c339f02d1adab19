import { Command } from "commander";
import { createBackup } from "./backup/create-backup.ts";
import { runBackupCommand } from "./backup/run-backup-command.ts";

await new Command("npm run backup --")
  .description(
    "Writes the database and the files of DATA_DIR to one file. The portal may be running.",
  )
  .argument("<file|folder>", "file to write, or folder for a file named after the time")
  .action((target: string) => runBackupCommand((config) => createBackup(config, target)))
  .showHelpAfterError("See: npm run backup -- --help")
  .parseAsync();
