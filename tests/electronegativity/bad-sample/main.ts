// What Electronegativity is to find, in the syntax that our own code is written in.
import { app, BrowserWindow, shell } from "electron";

class Windows {
  readonly #opened: BrowserWindow[] = [];

  open(address: string | undefined): void {
    const window = new BrowserWindow({
      webPreferences: {
        nodeIntegration: true,
        contextIsolation: false,
        // No `sandbox: false`: beside it, the check for nodeIntegration says nothing.
        webSecurity: false,
        allowRunningInsecureContent: true,
      },
    });
    this.#opened.push(window);
    void window.loadURL("http://example.com/");
    window.webContents.on("did-finish-load", () => {
      void shell.openExternal(address ?? this.#opened[0]?.webContents.getURL() ?? "");
    });
  }
}

app.commandLine.appendSwitch("no-sandbox");
await app.whenReady();
new Windows().open(process.argv[2]);
