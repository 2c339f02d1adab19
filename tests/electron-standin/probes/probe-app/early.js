// What Electron says to a call that comes too early.
import {
  app,
  BrowserWindow,
  dialog,
  nativeImage,
  net,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  Tray,
} from "electron";
import { messageOf } from "./message-of.js";

globalThis.early = {
  thrown: [
    () => new BrowserWindow(),
    () => new Tray(nativeImage.createFromPath("none")),
    () => new Notification(),
    () => screen.getPrimaryDisplay(),
    () => screen.on("display-added", () => {}),
    () => session.defaultSession,
    () => protocol.handle("app", () => new Response()),
    () => net.fetch("http://127.0.0.1:1/"),
    () => dialog.showMessageBox({ message: "x" }),
  ].map(messageOf),
  keyStore: [
    safeStorage.getSelectedStorageBackend(),
    await safeStorage.isAsyncEncryptionAvailable(),
    await safeStorage.encryptStringAsync("x").catch(String),
    await safeStorage.decryptStringAsync(Buffer.from("x")).catch(String),
  ],
  ready: app.isReady(),
};
