import { setTimeout as sleep } from "node:timers/promises";
import { contentsByFrame, contentsByTarget } from "../page/page-session.ts";
import { devtools } from "../chromium/devtools.ts";

type Paused = {
  requestId: string;
  frameId: string;
  redirectedRequestId?: string;
  request: { url: string; urlFragment?: string };
};
type Target = { targetInfo: { targetId: string; type: string; openerId?: string } };

/** Popups that are about to be closed, with the callback for when they run. */
const popups = new Map<string, () => void>();
/** ms that a popup may wait for a debugger; without one it runs immediately. */
const longestWait = 1_000;

/** Must be called when a popup no longer waits for a debugger. */
export const popupRuns = (targetId: string): void => popups.get(targetId)?.();

/** Closes a popup once it runs: closing it while it waits for a debugger would hang its opener. */
async function closePopup(targetId: string): Promise<void> {
  const { promise: runs, resolve } = Promise.withResolvers<void>();
  popups.set(targetId, resolve);
  await Promise.race([runs, sleep(longestWait, undefined, { ref: false })]);
  await closeTarget(targetId);
}

/** Finds the contents of a frame. The events of a frame and its first request may come in any order. */
async function owner(frameId: string) {
  for (let i = 0; i < 40 && !popups.has(frameId); i++) {
    const contents = contentsByTarget.get(frameId) ?? contentsByFrame.get(frameId);
    if (contents) return contents;
    await sleep(25);
  }
}

/** Asks the app whether a document may be loaded. */
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

/** Closes a target, repeatedly: Chromium loses a close during the commit of a navigation. */
export async function closeTarget(targetId: string): Promise<void> {
  try {
    for (;;) {
      await devtools.send("Target.closeTarget", { targetId });
      await sleep(300, undefined, { ref: false });
    }
  } catch {} // the target or Chromium is gone
}

/** Watches all documents and targets: the app decides about navigations, and popups are closed. */
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
