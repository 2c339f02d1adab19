import { BrowserWindow, type IpcMainInvokeEvent, type WebContents } from "electron";
import type { CallName } from "#shared/bridge.ts";
import { hashText } from "#shared/text-hash.ts";
import type { InterfaceBrand } from "../interface-brand.ts";
import { setFollowsOpen } from "../links/page-opening.ts";
import type { OpenPortal } from "../portal/open-portal.ts";
import { canPin, pinOf } from "../window/window-pin.ts";
import { answerCalls, sendEvent, sendToWindows, type CallHandlers } from "./bridge-ipc.ts";

type Handlers<Name extends CallName> = Pick<CallHandlers, Name>;

/** What the bridge gives pages access to. */
export type BridgedPortal = Pick<OpenPortal, "store" | "announcements"> & {
  brand: Pick<InterfaceBrand, "current" | "onChange">;
};

/** The page whose change is under way: only the others are notified of it. */
let changing: WebContents | null = null;

function changeFor(sender: WebContents, change: () => Promise<void>): Promise<void> {
  changing = sender;
  const done = change();
  changing = null;
  return done;
}

function storedValueHandlers(portal: () => BridgedPortal): Handlers<"load" | "write" | "remove"> {
  return {
    load: async () => {
      const { store } = portal();
      await store.ready;
      return store.texts();
    },
    write: ({ sender }, name, text) => changeFor(sender, () => portal().store.write(name, text)),
    remove: ({ sender }, name) => changeFor(sender, () => portal().store.remove(name)),
  };
}

const pinOfSender = ({ sender }: IpcMainInvokeEvent) =>
  pinOf(BrowserWindow.fromWebContents(sender));

/** Returns everything that a page reads from the shell before its first render. */
function startHandlers(portal: () => BridgedPortal): Handlers<"start"> {
  return {
    start: async (event) => {
      const { store, announcements } = portal();
      await store.ready;
      return {
        texts: store.texts(),
        canPin: canPin(),
        pinned: pinOfSender(event)?.isPinned() ?? false,
        canNotify: announcements.canNotify,
        notifies: announcements.isOn(),
      };
    },
  };
}

function findHandlers(): Handlers<"find" | "stopFinding"> {
  const searchTexts = new WeakMap<WebContents, string>();
  const reporting = new WeakSet<WebContents>();
  const reportMatches = (contents: WebContents) => {
    if (reporting.has(contents)) return;
    reporting.add(contents);
    contents.on("found-in-page", (_event, { activeMatchOrdinal, matches, finalUpdate }) => {
      if (!finalUpdate) return;
      sendEvent(contents, "onFound", { active: activeMatchOrdinal, total: matches });
    });
  };
  return {
    find: ({ sender }, text, backwards) => {
      reportMatches(sender);
      const findNext = searchTexts.get(sender) !== text; // Electron's name for "a new search"
      searchTexts.set(sender, text);
      sender.findInPage(text, { forward: !backwards, findNext });
    },
    stopFinding: ({ sender }) => {
      searchTexts.delete(sender);
      sender.stopFindInPage("keepSelection");
    },
  };
}

/** Sends the changes of a portal's values and settings to the pages. */
export function reportChanges({ store, announcements, brand }: BridgedPortal): void {
  brand.onChange(() => sendToWindows(null, "onBrandChange"));
  store.onChange((change) => sendToWindows(changing, "onChange", change));
  announcements.onChange((on) => sendToWindows(null, "onNotificationsChange", on));
}

/** Answers all calls of the bridge (src-shared/bridge.ts), for the portal that the app is at. Must be called once only. */
export function answerBridge(
  portal: () => BridgedPortal,
  openExternally: (address: string) => Promise<boolean>,
): void {
  answerCalls({
    ...startHandlers(portal),
    ...storedValueHandlers(portal),
    ...findHandlers(),
    brandHash: () => hashText(JSON.stringify(portal().brand.current())),
    writeNotifications: (_event, on) => portal().announcements.setOn(on),
    writePin: (event, pinned) => pinOfSender(event)?.set(pinned),
    followOpen: ({ sender }, follows) => setFollowsOpen(sender, follows),
    openExternal: async (_event, address) => {
      if (!(await openExternally(address))) throw new Error("Refused: not an address to be opened");
    },
  });
}
