import { resolve } from "node:path";
import { Argument, Option, type Command } from "commander";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import { parseWith } from "#api/cli/channel/arguments.ts";
import { importIdField, type ContentCommand } from "./content-command.ts";
import type { ImportCommand } from "./import-content.ts";
import type { SyncCommand } from "./sync-folder.ts";

export type ContentInput =
  | Extract<ContentCommand, { command: "list" | "publish" | "imports" | "take-back" }>
  | ({ command: "sync" } & SyncCommand)
  | ({ command: "import" } & ImportCommand)
  | { command: "export"; folder: string };

type Perform = (input: ContentInput) => Promise<void>;

const parsePath = (path: string) => resolve(path);

type ImportOptions = { kind: ContentKind; site?: string[]; replace?: true; dryRun?: true };

function defineImport(program: Command, perform: Perform): void {
  program
    .command("import")
    .description(
      "imports Markdown with front matter (Hugo, Jekyll, Astro, this portal's own format) or an export of Ghost",
    )
    .argument(
      "<path>",
      "folder (also one with an export of Ghost), Markdown file, or Ghost's JSON file",
      parsePath,
    )
    .addOption(
      new Option("--kind <kind>", "kind of entries that neither folder nor front matter name")
        .choices(contentKinds)
        .default("articles"),
    )
    .option(
      "--site <url...>",
      "address of the site that the texts come from, so that links to it lead to their entries",
    )
    .option("--replace", "overwrites entries with the same slug; this cannot be undone")
    .option("--dry-run", "writes nothing, and prints the same report")
    .action((path: string, options: ImportOptions, command: Command) =>
      perform({
        command: "import",
        path,
        kind: options.kind,
        isKindAssumed: command.getOptionValueSource("kind") === "default",
        sites: options.site ?? [],
        replace: options.replace ?? false,
        isDryRun: options.dryRun ?? false,
      }),
    );
}

function definePublish(program: Command, perform: Perform): void {
  program
    .command("publish")
    .description("publishes an entry, now or at a given time, or withdraws it")
    .addArgument(new Argument("<kind>").choices(contentKinds))
    .argument("<slug>")
    .addOption(
      new Option(
        "--at <time>",
        "when it appears (2026-12-01T09:00, in the brand's time zone, or with an offset such as +01:00); now by default",
      ).conflicts("withdraw"),
    )
    .addOption(new Option("--withdraw", "hides the entry from everybody").conflicts("at"))
    .action(
      (
        kind: ContentKind,
        slug: string,
        { at = "now", withdraw }: { at?: string; withdraw?: true },
      ) => perform({ command: "publish", kind, slug, at: withdraw ? null : at }),
    );
}

function defineTakeBack(program: Command, perform: Perform): void {
  program
    .command("imports")
    .description("lists the imports whose entries still exist")
    .action(() => perform({ command: "imports" }));
  program
    .command("take-back")
    .description(
      "removes all entries that an import added, and names those that have been changed since; what it overwrote (--replace) and what got another address since stays",
    )
    .argument(
      "<import>",
      "as `imports` lists it",
      parseWith(importIdField, "Name an import as `imports` lists it."),
    )
    .option("--dry-run", "removes nothing, and prints the same report")
    .action((importId: string, { dryRun }: { dryRun?: true }) =>
      perform({ command: "take-back", importId, isDryRun: dryRun ?? false }),
    );
}

/** Declares `npm run content`. */
export function defineContentCommands(program: Command, perform: Perform): void {
  program.description("Entries of the library.");
  program
    .command("list")
    .description("lists the entries")
    .addArgument(new Argument("[kind]").choices(contentKinds))
    .option("--json", "as JSON")
    .action((kind: ContentKind | undefined, { json }: { json?: true }) =>
      perform({ command: "list", kind: kind ?? null, json: json ?? false }),
    );
  program
    .command("sync")
    .description("synchronises the library with a folder; with CONTENT_DIR by default")
    .argument("[folder]", "folder in the portal's own format", parsePath)
    .option("--dry-run", "changes nothing, and reports what would be written and removed")
    .option("--yes", "also removes more than half of what came from a content folder")
    .action((folder: string | undefined, { dryRun, yes }: { dryRun?: true; yes?: true }) =>
      perform({
        command: "sync",
        folder: folder ?? null,
        isDryRun: dryRun ?? false,
        mayRemoveMost: yes ?? false,
      }),
    );
  defineImport(program, perform);
  defineTakeBack(program, perform);
  program
    .command("export")
    .description("writes all entries into an empty folder, in the portal's own format")
    .argument("<folder>", "folder to write", parsePath)
    .action((folder: string) => perform({ command: "export", folder }));
  definePublish(program, perform);
}
