import { Command } from "commander";
import { restoreBackup } from "./backup/restore-backup.ts";
import { runBackupCommand } from "./backup/run-backup-command.ts";

await new Command("npm run restore --")
  .description("Restores a backup. Stop the portal first. A failure changes nothing.")
  .argument("<file>", "file that npm run backup has written")
  .option("--force", "replaces the portal that is there", false)
  .action((file: string, options: { force: boolean }) =>
    runBackupCommand((config) => restoreBackup(config, file, options)),
  )
  .showHelpAfterError("See: npm run restore -- --help")
  .parseAsync();
