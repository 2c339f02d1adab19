import { execFile } from "node:child_process";
import { blockingAdvisories, type Accepted } from "./audit-report.ts";

/**
 * Fails when a dependency of the delivered product has a known vulnerability of high or critical
 * severity. Prints a message and passes when the registry does not answer audits.
 */

/** Advisories that do not concern us, by address: `"https://github.com/advisories/GHSA-…": "why"`. */
const accepted: Accepted = {};

/** npm exits with a failure if it finds something, but prints the report. */
const report = await new Promise<unknown>((resolve) => {
  execFile("npm", ["audit", "--omit=dev", "--json"], { maxBuffer: 2 ** 26 }, (_, output) => {
    try {
      resolve(JSON.parse(output));
    } catch {
      resolve(null);
    }
  });
});

const advisories = blockingAdvisories(report, accepted);
if (advisories === null) {
  console.log(
    "SKIPPED: the registry does not answer audits, so known vulnerabilities were not checked.",
  );
} else if (advisories.length === 0) {
  console.log("No known vulnerabilities of high or critical severity.");
} else {
  for (const { name, severity, title, url } of advisories) {
    console.error(`${name}: ${severity}: ${title} (${url})`);
  }
  process.exitCode = 1;
}
