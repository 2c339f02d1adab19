import { platform } from "#renderer/platform/current-platform.ts";
import { cacheFiles, cachedFiles, serverBuild } from "./built-files.ts";

/** Time after an entry was opened until the files to read it offline are fetched: a visit may be over soon. */
const filesAfterMs = 20_000;

/** Within these there is a service worker, and it fetches what it lacks. */
const timeoutsMs = { install: 10_000, fetch: 60_000 };

const resolveAfter = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

/** Keeps files, unless there is no service worker that would answer with them. */
async function fetchFiles(files: string[]): Promise<void> {
  const ready = await Promise.race([
    navigator.serviceWorker.ready,
    resolveAfter(timeoutsMs.install),
  ]);
  if (ready) await Promise.race([cacheFiles(files), resolveAfter(timeoutsMs.fetch)]);
}

/**
 * Returns a function that resolves once this device has the files that show kept content, which come before the content:
 * a window may be closed between the two. For what the member wants to keep they are fetched at once, and for what was
 * only opened after a while, unless they are there. It resolves as well if they cannot be fetched. `signal` stops the wait.
 */
export function createShowable(signal: AbortSignal): (isWanted: boolean) => Promise<void> {
  if (!platform.usesServiceWorker || !import.meta.env.PROD) return async () => {};
  const due = Promise.withResolvers<void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener("abort", () => clearTimeout(timer));
  const prepare = async () => {
    const [{ files }, stored] = await Promise.all([serverBuild(), cachedFiles()]);
    if (files.every((path) => stored.includes(path))) return;
    await due.promise;
    await fetchFiles(files);
  };
  let prepared: Promise<void> | undefined;
  return (isWanted) => {
    if (isWanted) due.resolve();
    else timer ??= setTimeout(due.resolve, filesAfterMs);
    return (prepared ??= prepare().catch(() => {}));
  };
}
