import { app } from "electron";
import type { DeviceStore } from "./storage/device-store.ts";

/** Delays quitting only while a write is pending, so that the system's log-out is not interrupted. */
function quitOnceWritten(store: DeviceStore): void {
  let waiting = false;
  let written = false;
  const quit = () => {
    written = true;
    app.quit();
  };
  app.on("will-quit", (event) => {
    if (written || !store.isWriting()) return;
    event.preventDefault();
    if (waiting) return;
    waiting = true;
    void store.settled().finally(quit);
  });
}

/** Quits when the last window closes (except on macOS), after pending writes are done. */
export function followLifeCycle(store: DeviceStore, openWindow: () => void): void {
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("activate", openWindow);
  quitOnceWritten(store);
}
