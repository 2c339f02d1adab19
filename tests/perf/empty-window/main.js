// The minimum that a window of the desktop app can take: an empty page, from the same scheme.
import { app, BrowserWindow, protocol } from "electron";

protocol.registerSchemesAsPrivileged([
  {
    scheme: "app",
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
  },
]);

const page = () =>
  new Response('<!doctype html><html lang="en"><title>Empty</title></html>', {
    headers: { "content-type": "text/html; charset=utf-8" },
  });

void app.whenReady().then(() => {
  protocol.handle("app", page);
  return new BrowserWindow().loadURL("app://portal/");
});
