import { setTimeout as delay } from "node:timers/promises";
import { minuteMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { commandActor } from "#api/infra/audit/record-act.ts";
import { asc, eq } from "#api/infra/database/drizzle.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { importJob } from "#api/modules/members/import-members.ts";
import {
  checkImport,
  findImport,
  noticeText,
  startImport,
  storeImport,
} from "#api/modules/members/member-imports.ts";
import { memberImportLines, memberImports } from "#api/modules/members/schema.ts";
import type { Portal } from "#api/portal.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import type { CommandContext } from "#api/cli/channel/own-database.ts";
import type { UserCommand } from "./user-command.ts";

type ImportCommand = Extract<UserCommand, { command: "import" }>;

/** How long the command waits for the import, which goes on in the portal. */
const longestWaitMs = 4 * minuteMs;

const isRunning = (context: CommandContext | Portal): context is Portal => "jobs" in context;

const lineText = (line: number, outcome: string, email: string, texts: readonly string[]) =>
  [`line ${line}`, outcome.padEnd(9), email, texts.join(" ")].join("  ");

/** Imports the members of a file, or says what would become of its lines. Throws a CommandError. */
export async function importMembers(
  context: CommandContext | Portal,
  { name, file, isDryRun }: ImportCommand,
): Promise<string[]> {
  if (!isRunning(context)) {
    throw new CommandError("Only a running portal imports members. Start the portal first.");
  }
  const { database } = context;
  const id = await storeImport(context, {
    name,
    file: Buffer.from(file, "base64"),
    actor: commandActor,
  }).catch((error: unknown) => {
    const [text] = error instanceof ApiError ? Object.values(error.details.fields ?? {}) : [];
    if (text === undefined) throw error;
    throw new CommandError(textsIn("en")(text));
  });
  const { row } = await findImport(database, id);
  const forget = () => database.delete(memberImports).where(eq(memberImports.id, id));
  if (!row.mapping.columns.email) {
    await forget();
    throw new CommandError(
      `None of the columns is known as that of the address: ${row.mapping.header.join(", ")}. Map them in the portal, under Members.`,
    );
  }
  if (isDryRun) {
    const { items, counts } = await checkImport(context, row, { limit: row.lines }, "en");
    await forget();
    return [
      ...items.map(({ line, outcome, email, notices }) =>
        lineText(
          line,
          outcome,
          email,
          notices.map(({ text }) => text),
        ),
      ),
      `Nothing was changed. ${summary(counts?.outcomes ?? {})}`,
    ];
  }
  await database.transaction((tx) => startImport(context, tx, row, commandActor));
  const isInTime = await Promise.race([
    context.jobs.finish(importJob).then(() => true),
    delay(longestWaitMs, false, { ref: false }),
  ]);
  if (!isInTime) return ["The import goes on in the portal: see Members, Imports."];
  const lines = await database
    .select()
    .from(memberImportLines)
    .where(eq(memberImportLines.importId, id))
    .orderBy(asc(memberImportLines.line));
  const counts: Record<string, number> = {};
  const printed = lines.map(({ line, outcome, cells, notices }) => {
    const known = outcome ?? "waiting";
    counts[known] = (counts[known] ?? 0) + 1;
    const texts = (notices ?? []).map((one) => noticeText(one, "en", context.brand.timeZone));
    return lineText(line, known, cells[row.mapping.columns.email ?? ""] ?? "", texts);
  });
  return [...printed, summary(counts)];
}

const summary = (counts: Readonly<Record<string, number>>) =>
  `${Object.entries(counts)
    .map(([outcome, lines]) => `${outcome}: ${lines}`)
    .join(", ")}.`;
