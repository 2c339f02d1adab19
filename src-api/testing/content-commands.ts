import { contentCommandSchema } from "#api/cli/content/content-command.ts";
import {
  defineContentCommands,
  type ContentInput,
} from "#api/cli/content/define-content-commands.ts";
import type { PortalAccess } from "#api/cli/content/portal-access.ts";
import { performContent } from "#api/cli/content/perform-content.ts";
import { syncFolder } from "#api/cli/content/sync-folder.ts";
import { runContentCommand } from "#api/cli/content/run-content-command.ts";
import { readCommand } from "#api/cli/channel/testing/read-command.ts";
import type { TestPortal } from "./test-portal.ts";

/** Returns the command that the arguments of `npm run content` are parsed to. */
export const readContentCommand = (...args: string[]): Promise<ContentInput | undefined> =>
  readCommand<ContentInput>({ name: "content", define: defineContentCommands }, args);

/** Runs `npm run content` as it is typed, with the database of a portal. `isDone` is false for exit code 1, and `steps` is what the bar showed. */
export async function typeContent(
  { portal }: TestPortal,
  ...args: string[]
): Promise<{ lines: string[]; isDone: boolean; steps: [number, number][] }> {
  const input = await readContentCommand(...args);
  if (!input) throw new Error("The command did nothing.");
  const lines: string[] = [];
  const steps: [number, number][] = [];
  const access = {
    config: portal.config,
    sync: (...wanted: Parameters<PortalAccess["sync"]>) => syncFolder(portal, ...wanted),
    // as over HTTP
    send: async (command: unknown) =>
      runContentCommand(portal, contentCommandSchema.parse(JSON.parse(JSON.stringify(command)))),
  };
  const report = {
    print: (line: string) => void lines.push(line),
    advance: (done: number, total: number) => void steps.push([done, total]),
    end: () => {},
  };
  return { isDone: await performContent(access, input, report), lines, steps };
}
