import { contextBridge, ipcRenderer, type IpcRendererEvent } from "electron";
import type { BridgeKinds } from "#shared/bridge.ts";

/** All members of the bridge. Only types are imported: every window runs this before its page. */
const kinds: BridgeKinds = {
  start: "invoke",
  load: "invoke",
  write: "invoke",
  remove: "invoke",
  onChange: "event",
  openExternal: "invoke",
  writePin: "invoke",
  onPinChange: "event",
  writeNotifications: "invoke",
  onNotificationsChange: "event",
  brandHash: "invoke",
  onBrandChange: "event",
  find: "invoke",
  stopFinding: "invoke",
  onFindRequest: "event",
  onFound: "event",
  followOpen: "invoke",
  onOpen: "event",
};

const invoke =
  (channel: string) =>
  (...input: unknown[]) =>
    ipcRenderer.invoke(channel, ...input);

/** Passes messages on without the event, which would give the page access to `ipcRenderer`. */
const listen = (channel: string) => (listener: (...message: unknown[]) => void) => {
  const receive = (_event: IpcRendererEvent, ...message: unknown[]) => listener(...message);
  ipcRenderer.on(channel, receive);
  return () => void ipcRenderer.removeListener(channel, receive);
};

const members = Object.entries(kinds).map(([name, kind]) => [
  name,
  kind === "invoke" ? invoke(name) : listen(name),
]);
contextBridge.exposeInMainWorld("portalBridge", Object.fromEntries(members));
