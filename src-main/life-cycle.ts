import { app } from "electron";
import type { DeviceStore } from "./storage/device-store.ts";

/** Holds the end of the app back while a write is under way; otherwise a log-out is not disturbed. */
function quitOnceWritten(store: DeviceStore): void {
  let held = false;
  let written = false;
  const quit = () => {
    written = true;
    app.quit();
  };
  app.on("will-quit", (event) => {
    if (written || !store.isWriting()) return;
    event.preventDefault();
    if (held) return;
    held = true;
    void store.settled().finally(quit);
  });
}

/** Quits when the last window closes, as is the custom off macOS, and not before all is written. */
export function followLifeCycle(store: DeviceStore, openWindow: () => void): void {
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("activate", openWindow);
  quitOnceWritten(store);
}
