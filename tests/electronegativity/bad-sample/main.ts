// Code with known findings, in the syntax of our own code.
import { app, BrowserWindow, shell } from "electron";

class Windows {
  readonly #opened: BrowserWindow[] = [];

  open(address: string | undefined): void {
    const window = new BrowserWindow({
      webPreferences: {
        nodeIntegration: true,
        contextIsolation: false,
        // No `sandbox: false`: the check for nodeIntegration would then report nothing.
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
