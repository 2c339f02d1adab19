/**
 * Entry point of the process of `startApiProcess`: prints the origin of the API once it listens, and ends
 * as `npm start` does. JOBS_CLOSE_WAIT is the time that it waits for jobs under way then, in ms.
 */
import closeWithGrace from "close-with-grace";
import { readConfig } from "../config.ts";
import { startServer } from "../server.ts";

const jobsCloseWait = Number(process.env["JOBS_CLOSE_WAIT"] ?? 5_000);
const server = await startServer(readConfig(process.env), { rendererFolder: null, jobsCloseWait });
closeWithGrace({ logger: false }, () => server.close());
process.stdout.write(`${server.origin}\n`);
