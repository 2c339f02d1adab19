import { parentPort, workerData } from "node:worker_threads";
import { arrange } from "./group-chunks.ts";

// The thread that `groupChunks` starts for each of its searches.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- ports of threads have no origins
parentPort?.postMessage(arrange(workerData));
