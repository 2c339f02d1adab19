import { setTimeout as sleep } from "node:timers/promises";
import { contentsByFrame, contentsByTarget } from "./all-contents.ts";
import { devtools } from "./devtools.ts";

type Paused = {
  requestId: string;
  frameId: string;
  redirectedRequestId?: string;
  request: { url: string; urlFragment?: string };
};
type Target = { targetInfo: { targetId: string; type: string; openerId?: string } };

const popups = new Set<string>();

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
    popups.add(targetId);
    void closeTarget(targetId);
  });
  devtools.on("Target.targetDestroyed", ({ targetId }: { targetId: string }) => {
    popups.delete(targetId);
    contentsByTarget.get(targetId)?.targetGone();
  });
}
