import type { ContentInput } from "./define-content-commands.ts";
import { exportContent } from "./export-content.ts";
import { importContent } from "./import-content.ts";
import type { PortalAccess } from "./portal-access.ts";
import type { Report } from "./report.ts";

/** Runs a command of `npm run content`. Returns whether all went well. Rejects with a CommandError. */
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
      for (const line of await access.send(input)) report.print(line);
      return true;
    }
  }
}
