/** What `startApiProcess` runs: prints the origin of the API once it listens. */
import { readConfig } from "../config.ts";
import { startServer } from "../server.ts";

const server = await startServer(readConfig(process.env), { rendererFolder: null });
process.once("SIGTERM", () => void server.close());
process.stdout.write(`${server.origin}\n`);
