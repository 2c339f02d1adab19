import { setTimeout as sleep } from "node:timers/promises";
import { contentsByFrame, contentsByTarget } from "../page/all-contents.ts";
import { devtools } from "../chromium/devtools.ts";

type Paused = {
  requestId: string;
  frameId: string;
  redirectedRequestId?: string;
  request: { url: string; urlFragment?: string };
};
type Target = { targetInfo: { targetId: string; type: string; openerId?: string } };

/** Popups that are about to be closed, and what to call once they run. */
const popups = new Map<string, () => void>();
/** ms that a popup may wait for a debugger; without one it runs at once. */
const longestWait = 1_000;

/** A popup waits for a debugger no more. */
export const popupRuns = (targetId: string): void => popups.get(targetId)?.();

/** Closes a popup. One that still waits for a debugger would hang its opener for good. */
async function closePopup(targetId: string): Promise<void> {
  const { promise: runs, resolve } = Promise.withResolvers<void>();
  popups.set(targetId, resolve);
  await Promise.race([runs, sleep(longestWait, undefined, { ref: false })]);
  await closeTarget(targetId);
}

/** A frame is told of on another way than its first request: either may come first. */
async function owner(frameId: string) {
  for (let i = 0; i < 40 && !popups.has(frameId); i++) {
    const contents = contentsByTarget.get(frameId) ?? contentsByFrame.get(frameId);
    if (contents) return contents;
    await sleep(25);
  }
}

/** Asks the app about a document that is about to be loaded. */
async function mayLoad({ frameId, request, redirectedRequestId }: Paused): Promise<boolean> {
  const url = request.url + (request.urlFragment ?? "");
  const contents = await owner(frameId);
  if (!contents) return false;
  return redirectedRequestId
    ? contents.navigation.mayRedirect(url, frameId)
    : contents.navigation.mayNavigate(url, frameId);
}

async function decide(paused: Paused): Promise<void> {
  const { requestId } = paused;
  if (await mayLoad(paused)) await devtools.send("Fetch.continueRequest", { requestId });
  else await devtools.send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
}

/** Closes a target until it is gone: Chromium loses a close that meets a navigation's commit. */
export async function closeTarget(targetId: string): Promise<void> {
  try {
    for (;;) {
      await devtools.send("Target.closeTarget", { targetId });
      await sleep(300, undefined, { ref: false });
    }
  } catch {} // there is no such target, or no Chromium, any more
}

/** Watches all documents and targets: pages go where the app lets them, and popups go at once. */
export function watchTargets(): void {
  devtools.on("Fetch.requestPaused", (paused: Paused) => {
    decide(paused).catch(() => {}); // the page is gone
  });
  devtools.on("Target.targetCreated", ({ targetInfo: { targetId, type, openerId } }: Target) => {
    if (type !== "page" || openerId === undefined) return;
    void closePopup(targetId);
  });
  devtools.on("Target.targetDestroyed", ({ targetId }: { targetId: string }) => {
    popups.delete(targetId);
    contentsByTarget.get(targetId)?.targetGone();
  });
}
