/**
 * Entry point of the process of `startApiProcess`: runs the API without pages. JOBS_CLOSE_WAIT is the time that it waits for jobs under way at the end, in ms.
 */
import { runPortal } from "#api/cli/run-portal.ts";

const jobsCloseWait = Number(process.env["JOBS_CLOSE_WAIT"] ?? 5_000);
await runPortal({ rendererFolder: null, jobsCloseWait });
