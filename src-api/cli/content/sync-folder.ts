import { commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { contentFolderState, syncedFolderOf } from "#api/infra/content-folder/content-folder.ts";
import { rememberFolder } from "#api/infra/content-folder/folder-choice-store.ts";
import {
  compareContent,
  countOwned,
  syncContent,
  type Progress,
  type SyncReport,
} from "#api/infra/content-folder/sync-content.ts";
import { contentSyncs } from "#api/modules.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import type { CommandContext } from "#api/cli/channel/own-database.ts";

/** Entries that a synchronisation may always remove. */
const handful = 5;

export type SyncCommand = {
  /** Null: the configured one. */
  folder: string | null;
  /** True to only compare. */
  isDryRun: boolean;
  /** True if the user confirmed that most entries may be removed. */
  mayRemoveMost: boolean;
};

/** Returns the folder of a command. Throws a CommandError if neither the command nor the configuration names one. */
export function resolveFolder({ config }: Pick<CommandContext, "config">, folder: string | null) {
  const configured = syncedFolderOf(config);
  const chosen = folder ?? configured;
  if (chosen === null) throw new CommandError("CONTENT_DIR is not set. Name a folder.");
  return { configured, chosen };
}

const removesMost = ({ gone, owned }: SyncReport) => gone > handful && gone > owned / 2;

const describeRemoval = ({ gone, owned }: SyncReport) =>
  `${gone} of the ${owned} entries, authors and announcements that came from a content folder`;

const untouchedFiles = ({ skipped }: SyncReport) =>
  skipped.map((path) => `${path}: left alone: the portal has content of another origin here`);

/** Returns the changes that a synchronisation would make; null if files cannot be used, so that nothing would be removed. */
const compare = (...args: Parameters<typeof compareContent>): Promise<SyncReport | null> =>
  compareContent(...args).catch((error: unknown) => {
    if (error instanceof ContentError) return null;
    throw error;
  });

async function previewSync(context: CommandContext, folder: string, onProgress: Progress) {
  const report = await compareContent(contentSyncs(context, folder), onProgress).catch(
    (error: unknown) => {
      throw error instanceof ContentError ? new CommandError(error.message) : error;
    },
  );
  const { written, unchanged, removed, skipped } = report;
  return [
    ...untouchedFiles(report),
    ...(removesMost(report)
      ? [`--yes is needed: ${describeRemoval(report)} would be removed.`]
      : []),
    `${folder}: ${written} would be written, ${unchanged} are unchanged, ${removed} would be removed, ${skipped.length} left alone. Nothing was changed.`,
  ];
}

/** Returns whether there is content in a folder. Rejects with a CommandError if it has none but had some, or does not exist: a disk that is not mounted must not empty the library. */
async function hasContent(context: CommandContext, folder: string): Promise<boolean> {
  const state = await contentFolderState(folder).catch((error: unknown) => {
    throw error instanceof ContentError ? new CommandError(error.message) : error;
  });
  if (state === "filled") return true;
  const found = state === "missing" ? `There is no folder ${folder}.` : `${folder} has no content.`;
  const owned = await countOwned(contentSyncs(context, folder));
  if (state === "empty" && owned === 0) return false;
  throw new CommandError(
    owned === 0
      ? `${found} Nothing was changed.`
      : `${found} Nothing was changed: ${owned} entries, authors and announcements that came from a content folder stay. To remove them, put a tags.json with {} into the folder.`,
  );
}

/** Synchronises the library with a folder, or reports what that would do. Refuses to remove most of the entries unasked. */
export async function syncFolder(
  context: CommandContext,
  command: SyncCommand,
  onProgress: Progress = async () => {},
): Promise<string[]> {
  const { database, now } = context;
  const { configured, chosen: folder } = resolveFolder(context, command.folder);
  if (!(await hasContent(context, folder)))
    return [`${folder} has no content yet. Nothing was changed.`];
  if (command.isDryRun) return previewSync(context, folder, onProgress);
  const syncs = contentSyncs(context, folder);
  const expected = await compare(syncs, onProgress);
  if (expected && removesMost(expected) && !command.mayRemoveMost) {
    throw new CommandError(
      `This would remove ${describeRemoval(expected)}. Nothing was changed. If they are to go, repeat the command with --yes.`,
    );
  }
  // before anything is written: a start after a crash would undo half of it
  if (expected) await rememberFolder(database, { configured, chosen: folder });
  const record = (details: Pick<SyncReport, "written" | "removed">) =>
    recordAct(database, {
      act: "content-synced",
      at: now(),
      actor: commandActor,
      subjectId: null,
      details,
    });
  const report = await syncContent(syncs, record, onProgress).catch((error: unknown) => {
    if (!(error instanceof ContentError)) throw error;
    throw new CommandError(`${error.message}\nWhat can be used was written; nothing was removed.`);
  });
  const { written, unchanged, removed, skipped, missing } = report;
  const isOther = configured !== null && configured !== folder;
  return [
    ...untouchedFiles(report),
    ...missing,
    ...(isOther
      ? [
          `The configured folder is ${configured}: it is not synchronised at starts until "npm run content -- sync" names no other, or CONTENT_DIR changes.`,
        ]
      : []),
    `${folder}: ${written} written, ${unchanged} unchanged, ${removed} removed, ${skipped.length} left alone.`,
  ];
}
