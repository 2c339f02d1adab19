import { buildTag, type WorkerMessage } from "../../../src-shared/service-worker.ts";
import { platform } from "../../platform/current-platform.ts";
import { ask } from "../../service-worker/ask-build.ts";

/** ms after an entry was opened until the files to read it offline are fetched: a visit may be over soon. */
const filesAfter = 20_000;

/** ms within which there is a service worker, it says what it keeps, and it fetches what it lacks. */
const patience = { install: 10_000, look: 2_000, fetch: 60_000 };

/** Returns the service worker, also one that is just being installed; null if there is none. */
const findWorker = (): Promise<ServiceWorker | null> =>
  Promise.race([
    navigator.serviceWorker.ready.then(({ active }) => active),
    new Promise<null>((resolve) => setTimeout(resolve, patience.install, null)),
  ]);

/** Asks the service worker for the files that show kept content. Resolves to whether it keeps them. */
async function askForFiles(fetches: boolean): Promise<boolean> {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name="${buildTag}"]`);
  const message: WorkerMessage = { type: "keep-offline", build: tag?.content ?? "", fetches };
  const worker = await findWorker();
  const time = fetches ? patience.fetch : patience.look;
  return worker !== null && (await ask(worker, message, time)) === true;
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
    if (await askForFiles(false)) return;
    await due.promise;
    await askForFiles(true);
  };
  let prepared: Promise<void> | undefined;
  return (isWanted) => {
    if (isWanted) due.resolve();
    else timer ??= setTimeout(due.resolve, filesAfter);
    return (prepared ??= prepare().catch(() => {}));
  };
}
