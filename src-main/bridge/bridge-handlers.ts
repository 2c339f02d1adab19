import { BrowserWindow, ipcMain, type IpcMainInvokeEvent, type WebContents } from "electron";
import * as z from "zod/mini";
import {
  bridgeChannels as channels,
  type Capabilities,
  type FindResult,
} from "../../src-shared/bridge.ts";
import { storedValueNames, storedValues } from "../../src-shared/stored-values.ts";
import type { AnnouncementWatch } from "../announcements/announcement-watch.ts";
import type { DeviceStore } from "../storage/device-store.ts";
import { setFollowsOpen } from "../links/page-opening.ts";
import { isPortalUrl } from "../links/portal-address.ts";
import { canPin, pinOf } from "../window/window-pin.ts";

/** Longest text that a page may store, in UTF-16 code units; a full cart takes a fraction of it. */
const longestText = 1_000_000;

const nameSchema = z.enum(storedValueNames);
const inputs = {
  nothing: z.tuple([]),
  name: z.tuple([nameSchema]),
  nameAndText: z
    .tuple([nameSchema, z.string().check(z.maxLength(longestText))])
    .check(z.refine(([name, text]) => storedValues[name].parse(text) !== null)),
  address: z.tuple([z.string().check(z.minLength(1), z.maxLength(8_192))]),
  on: z.tuple([z.boolean()]),
  search: z.tuple([z.string().check(z.minLength(1), z.maxLength(1_000)), z.boolean()]),
};

/** Only the top frame of our own pages is answered; a frame that is gone is null. */
function isPortalFrame({ senderFrame }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isPortalUrl(senderFrame.url);
}

/** Answers a channel: checks the sender, then parses the input. Rejects what fails either. */
function handle<Input extends readonly unknown[]>(
  channel: string,
  schema: z.ZodMiniType<Input>,
  answer: (event: IpcMainInvokeEvent, ...input: Input) => unknown,
): void {
  ipcMain.handle(channel, async (event, ...input: unknown[]) => {
    if (!isPortalFrame(event)) throw new Error("Refused: not from a page of the portal");
    const parsed = schema.safeParse(input);
    if (!parsed.success) throw new Error("Refused: not an input of this call");
    return answer(event, ...parsed.data);
  });
}

function handleStoredValues(store: DeviceStore): void {
  let changing: WebContents | null = null;
  /** Runs a change; what it changes is told to all windows but the one that asked for it. */
  const follow = (sender: WebContents, run: () => Promise<void>) => {
    changing = sender;
    const done = run();
    changing = null;
    return done;
  };
  store.onChange((change) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      if (webContents !== changing) webContents.send(channels.changed, change);
    }
  });
  handle(channels.load, inputs.nothing, async () => {
    await store.ready;
    return store.texts();
  });
  handle(channels.write, inputs.nameAndText, ({ sender }, name, text) =>
    follow(sender, () => store.write(name, text)),
  );
  handle(channels.remove, inputs.name, ({ sender }, name) =>
    follow(sender, () => store.remove(name)),
  );
}

function handlePin(): void {
  const pinOfSender = ({ sender }: IpcMainInvokeEvent) =>
    pinOf(BrowserWindow.fromWebContents(sender));
  handle(channels.readPin, inputs.nothing, (event) => pinOfSender(event)?.isPinned() ?? false);
  handle(channels.writePin, inputs.on, (event, pinned) => pinOfSender(event)?.set(pinned));
}

function handleNotifications(announcements: AnnouncementWatch): void {
  announcements.onChange((on) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      webContents.send(channels.notificationsChanged, on);
    }
  });
  handle(channels.readNotifications, inputs.nothing, () => announcements.isOn());
  handle(channels.writeNotifications, inputs.on, (_event, on) => announcements.setOn(on));
}

function handleFind(): void {
  const sought = new WeakMap<WebContents, string>();
  const listenedTo = new WeakSet<WebContents>();
  const tellHits = (contents: WebContents) => {
    if (listenedTo.has(contents)) return;
    listenedTo.add(contents);
    contents.on("found-in-page", (_event, { activeMatchOrdinal, matches, finalUpdate }) => {
      const result: FindResult = { active: activeMatchOrdinal, total: matches };
      if (finalUpdate) contents.send(channels.found, result);
    });
  };
  handle(channels.find, inputs.search, ({ sender }, text, backwards) => {
    tellHits(sender);
    const findNext = sought.get(sender) !== text; // Electron's name for "a new search"
    sought.set(sender, text);
    sender.findInPage(text, { forward: !backwards, findNext });
  });
  handle(channels.stopFinding, inputs.nothing, ({ sender }) => {
    sought.delete(sender);
    sender.stopFindInPage("keepSelection");
  });
}

/** Answers the bridge (src-shared/bridge.ts). Call once. */
export function answerBridge(
  store: DeviceStore,
  openExternally: (address: string) => Promise<boolean>,
  announcements: AnnouncementWatch,
): void {
  handleStoredValues(store);
  handlePin();
  handleNotifications(announcements);
  handleFind();
  handle(channels.capabilities, inputs.nothing, (): Capabilities => {
    return { canPin: canPin(), canNotify: announcements.canNotify };
  });
  handle(channels.followOpen, inputs.on, ({ sender }, follows) => setFollowsOpen(sender, follows));
  handle(channels.openExternal, inputs.address, async (_event, address) => {
    if (!(await openExternally(address))) throw new Error("Refused: not an address to be opened");
  });
}
