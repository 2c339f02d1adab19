import { BrowserWindow, type IpcMainInvokeEvent, type WebContents } from "electron";
import type { CallName } from "#shared/bridge.ts";
import type { AnnouncementWatch } from "../announcements/announcement-watch.ts";
import { setFollowsOpen } from "../links/page-opening.ts";
import type { DeviceStore } from "../storage/device-store.ts";
import { canPin, pinOf } from "../window/window-pin.ts";
import { answerCalls, sendEvent, sendToWindows, type CallHandlers } from "./bridge-ipc.ts";

type Handlers<Name extends CallName> = Pick<CallHandlers, Name>;

function storedValueHandlers(store: DeviceStore): Handlers<"load" | "write" | "remove"> {
  let changing: WebContents | null = null;
  /** Runs a change on behalf of a page; all windows but that one are notified. */
  const changeFor = (sender: WebContents, change: () => Promise<void>) => {
    changing = sender;
    const done = change();
    changing = null;
    return done;
  };
  store.onChange((change) => sendToWindows(changing, "onChange", change));
  return {
    load: async () => {
      await store.ready;
      return store.texts();
    },
    write: ({ sender }, name, text) => changeFor(sender, () => store.write(name, text)),
    remove: ({ sender }, name) => changeFor(sender, () => store.remove(name)),
  };
}

const pinOfSender = ({ sender }: IpcMainInvokeEvent) =>
  pinOf(BrowserWindow.fromWebContents(sender));

/** Returns everything that a page reads from the shell before its first render. */
function startHandlers(store: DeviceStore, announcements: AnnouncementWatch): Handlers<"start"> {
  return {
    start: async (event) => {
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

function notificationHandlers(announcements: AnnouncementWatch): Handlers<"writeNotifications"> {
  announcements.onChange((on) => sendToWindows(null, "onNotificationsChange", on));
  return { writeNotifications: (_event, on) => announcements.setOn(on) };
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

/** Answers all calls of the bridge (src-shared/bridge.ts). Must be called once only. */
export function answerBridge(
  store: DeviceStore,
  openExternally: (address: string) => Promise<boolean>,
  announcements: AnnouncementWatch,
): void {
  answerCalls({
    ...startHandlers(store, announcements),
    ...storedValueHandlers(store),
    ...notificationHandlers(announcements),
    ...findHandlers(),
    writePin: (event, pinned) => pinOfSender(event)?.set(pinned),
    followOpen: ({ sender }, follows) => setFollowsOpen(sender, follows),
    openExternal: async (_event, address) => {
      if (!(await openExternally(address))) throw new Error("Refused: not an address to be opened");
    },
  });
}
