import { importContent } from "../../src-api/cli/content/import-content.ts";
import { withAccess } from "../../src-api/cli/content/portal-access.ts";
import { readConfig } from "../../src-api/config.ts";

// A separate process, so that its memory is that of the import. Prints its measurements as JSON.

const [path = ""] = process.argv.slice(2);
const peakMB = () => process.resourceUsage().maxRSS / 1024;

await withAccess(readConfig(process.env), async (access) => {
  const startMB = peakMB();
  const begin = performance.now();
  let last = "";
  const report = { print: (line: string) => void (last = line), advance: () => {}, end: () => {} };
  const command = {
    path,
    kind: "articles" as const,
    isKindAssumed: false,
    sites: [],
    replace: false,
    isRehearsal: false,
  };
  await importContent(access, command, report);
  const seconds = (performance.now() - begin) / 1000;
  process.stdout.write(
    JSON.stringify({
      seconds,
      startMB: Math.round(startMB),
      overStartMB: Math.round(peakMB() - startMB),
      last,
    }),
  );
});
