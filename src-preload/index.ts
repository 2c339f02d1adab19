import { contextBridge, ipcRenderer } from "electron";
import { bridgeChannels as channels, type PortalBridge } from "../src-shared/bridge.ts";

/** Hands on what main sends, without the event, which would give the page a way to `ipcRenderer`. */
const listen =
  <T>(channel: string) =>
  (listener: (message: T) => void) => {
    const hear = (_event: unknown, message: T) => listener(message);
    ipcRenderer.on(channel, hear);
    return () => void ipcRenderer.removeListener(channel, hear);
  };

const bridge: PortalBridge = {
  load: () => ipcRenderer.invoke(channels.load),
  write: (name, text) => ipcRenderer.invoke(channels.write, name, text),
  remove: (name) => ipcRenderer.invoke(channels.remove, name),
  onChange: listen(channels.changed),
  openExternal: (url) => ipcRenderer.invoke(channels.openExternal, url),
  capabilities: () => ipcRenderer.invoke(channels.capabilities),
  readPin: () => ipcRenderer.invoke(channels.readPin),
  writePin: (pinned) => ipcRenderer.invoke(channels.writePin, pinned),
  onPinChange: listen(channels.pinChanged),
  readNotifications: () => ipcRenderer.invoke(channels.readNotifications),
  writeNotifications: (on) => ipcRenderer.invoke(channels.writeNotifications, on),
  onNotificationsChange: listen(channels.notificationsChanged),
  find: (text, backwards) => ipcRenderer.invoke(channels.find, text, backwards),
  stopFinding: () => ipcRenderer.invoke(channels.stopFinding),
  onFindRequest: listen<void>(channels.findRequested),
  onFound: listen(channels.found),
  followOpen: (follows) => ipcRenderer.invoke(channels.followOpen, follows),
  onOpen: listen(channels.open),
};

contextBridge.exposeInMainWorld("portalBridge", bridge);
