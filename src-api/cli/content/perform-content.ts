import { readWrittenTime } from "#api/infra/written-time.ts";
import { CommandError } from "#api/cli/channel/command-channel.ts";
import type { ContentInput } from "./define-content-commands.ts";
import { exportContent } from "./export-content.ts";
import { importContent } from "./import-content.ts";
import type { PortalAccess } from "./portal-access.ts";
import type { Report } from "./report.ts";

/** Parses a typed time, in the brand's time zone unless it names one, to ISO 8601. Rejects with a CommandError. */
async function timeOf(text: string, { send }: PortalAccess): Promise<string> {
  const [_now, _brandName, timeZone = ""] = await send({ command: "portal" });
  const read = readWrittenTime(text, timeZone);
  if ("time" in read) return read.time.toISOString();
  throw new CommandError(`"${text}" ${read.reason}: write a time such as 2026-12-01T09:00`);
}

/** Runs a command of `npm run content`. Returns false if something was left out. Rejects with a CommandError. */
export async function performContent(
  access: PortalAccess,
  input: ContentInput,
  report: Report,
): Promise<boolean> {
  switch (input.command) {
    case "import":
      return importContent(access, input, report);
    case "export":
      return exportContent(access, input, report);
    case "sync": {
      const { command: _, ...wanted } = input;
      const lines = await access.sync(wanted, async (done, total) => report.advance(done, total));
      report.end();
      for (const line of lines) report.print(line);
      return true;
    }
    default: {
      const command =
        input.command === "publish" && input.at !== null && input.at !== "now"
          ? { ...input, at: await timeOf(input.at, access) }
          : input;
      for (const line of await access.send(command)) report.print(line);
      return true;
    }
  }
}
