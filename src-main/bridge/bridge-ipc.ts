import { BrowserWindow, ipcMain, type IpcMainInvokeEvent, type WebContents } from "electron";
import type * as z from "zod/mini";
import {
  bridgeContract,
  type CallName,
  type Calls,
  type EventName,
  type Events,
} from "#shared/bridge.ts";
import { isPortalUrl } from "../links/portal-address.ts";

type Handler<Name extends CallName> = (
  event: IpcMainInvokeEvent,
  ...input: Calls[Name]["input"]
) => Calls[Name]["result"] | Promise<Calls[Name]["result"]>;

/** Main's handlers of all calls, with the arguments and results of the contract. */
export type CallHandlers = { [Name in CallName]: Handler<Name> };

const inputs: { [Name in CallName]: { input: z.ZodMiniType<Calls[Name]["input"]> } } =
  bridgeContract;

/** Only the top frame of our own pages is answered. `senderFrame` is null when the frame is gone. */
function isPortalFrame({ senderFrame }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isPortalUrl(senderFrame.url);
}

function answerCall<Name extends CallName>(name: Name, handler: Handler<Name>): void {
  ipcMain.handle(name, async (event, ...input: unknown[]) => {
    if (!isPortalFrame(event)) throw new Error("Refused: not from a page of the portal");
    const parsed = inputs[name].input.safeParse(input);
    if (!parsed.success) throw new Error("Refused: not an input of this call");
    return handler(event, ...parsed.data);
  });
}

/** Answers all calls: checks the sender, parses the arguments, rejects calls that fail either check. */
export function answerCalls(handlers: CallHandlers): void {
  const names = Object.keys(handlers) as CallName[]; // the type of `handlers` allows no others
  for (const name of names) answerCall(name, handlers[name]);
}

/** Sends to a page, unless its window is being closed. */
export function sendEvent<Name extends EventName>(
  contents: WebContents,
  name: Name,
  ...message: Events[Name]
): void {
  if (!contents.isDestroyed()) contents.send(name, ...message);
}

/** Sends to the pages of all windows, but for one. */
export function sendToWindows<Name extends EventName>(
  except: WebContents | null,
  name: Name,
  ...message: Events[Name]
): void {
  for (const window of BrowserWindow.getAllWindows()) {
    // While a window is being closed it is still listed, and reading its contents throws.
    if (window.isDestroyed() || window.webContents === except) continue;
    sendEvent(window.webContents, name, ...message);
  }
}
