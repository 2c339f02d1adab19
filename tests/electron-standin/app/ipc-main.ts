import { EventEmitter } from "node:events";
import { makeCodec } from "../preload/clone.ts";
import type { FrameDocument } from "../navigation/frames.ts";
import { strictObject } from "../strict.ts";
import type { WebContents } from "../page/web-contents.ts";

const { pack, unpack } = makeCodec();
export { pack };

type Handler = (event: object, ...args: unknown[]) => unknown;
const handlers = new Map<string, Handler>();

/** `ipcMain` with `handle` only: preload scripts here send nothing else. */
export const ipcMain = strictObject(
  "IpcMain",
  Object.assign(new EventEmitter().setMaxListeners(0), {
    handle(channel: string, handler: Handler): void {
      if (handlers.has(channel)) {
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      }
      handlers.set(channel, handler);
    },
  }),
);

export type Invocation = { op: "invoke"; id: number; channel: string; args: string };

/** Runs the handler of a channel. Returns the message that settles the call in the renderer. */
export async function answerInvocation(
  sender: WebContents,
  document: FrameDocument | null,
  { id, channel, args }: Invocation,
): Promise<object> {
  const event = strictObject("IpcMainInvokeEvent", {
    type: "frame",
    processId: 1,
    sender,
    /** Null if read after the frame navigated or was removed. */
    get senderFrame() {
      return document?.frameOrNull ?? null;
    },
  });
  try {
    const handler = handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return { op: "reply", id, value: pack(await handler(event, ...(unpack(args) as unknown[]))) };
  } catch (error) {
    return {
      op: "reply",
      id,
      error: `Error invoking remote method '${channel}': ${String(error)}`,
    };
  }
}
