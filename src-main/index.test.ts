import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

// The sources have no built renderer beside them.
vi.mock("./protocol/renderer-files.ts", () => ({
  openRendererFiles: async () => ({ page: "", read: async () => null }),
}));

const argv = [...process.argv];
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shell-"));
});
afterEach(async () => {
  process.argv = argv;
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

type Start = { link?: string; first?: boolean; keyStore?: () => Promise<never> };

/** Starts main with these arguments; Electron as it then stands. */
async function start({ link, first = true, keyStore }: Start = {}) {
  vi.resetModules();
  vi.doMock("electron", () => import("./testing/recording-electron.ts"));
  const electron = await import("./testing/recording-electron.ts");
  const { app, BrowserWindow, order } = electron;
  app.userData = folder;
  if (keyStore) {
    for (const call of ["isAsyncEncryptionAvailable", "decryptStringAsync"] as const) {
      electron.safeStorage[call].mockImplementation(keyStore);
    }
  }
  app.requestSingleInstanceLock = vi.fn(() => first);
  process.argv = ["/opt/ringside", ...(link ? [link] : [])];
  await import("./index.ts");
  if (first) {
    await vi.waitUntil(() => BrowserWindow.all.length > 0 || app.exit.mock.calls.length > 0, 5_000);
  }
  const addresses = () => BrowserWindow.all.map(({ loaded }) => loaded);
  return { ...electron, order, addresses };
}

describe("a start", () => {
  it("sandboxes every process and knows the scheme before the app is ready", async () => {
    const { order } = await start();
    const ready = order.indexOf("whenReady");
    expect(order.indexOf("enableSandbox")).toBeGreaterThanOrEqual(0);
    expect(order.indexOf("enableSandbox")).toBeLessThan(ready);
    expect(order.indexOf("registerSchemes")).toBeGreaterThanOrEqual(0);
    expect(order.indexOf("registerSchemes")).toBeLessThan(ready);
  });

  it("has scheme, lock and permissions in place before the first window", async () => {
    const { protocol, session, handlers, BrowserWindow } = await start();
    expect(protocol.handle).toHaveBeenCalledExactlyOnceWith("app", expect.any(Function));
    expect(session.defaultSession.setPermissionRequestHandler).toHaveBeenCalledOnce();
    expect(handlers.size).toBeGreaterThan(0);
    const [window] = BrowserWindow.all;
    expect(window?.webContents.openHandler({ url: "app://portal.evil/" })).toEqual({
      action: "deny",
    });
  });

  it("opens at home, or where a link leads", async () => {
    expect((await start()).addresses()).toEqual([["app://portal/"]]);
    const link = "ringside://articles/weave-entries";
    expect((await start({ link })).addresses()).toEqual([["app://portal/articles/weave-entries"]]);
    expect((await start({ link: "ringside://api/me" })).addresses()).toEqual([["app://portal/"]]);
  });

  it("says which setting cannot be used", async () => {
    vi.stubEnv("PORTAL_API_ORIGIN", "http://portal.example.com");
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { app, dialog, addresses } = await start();
    expect(dialog.showErrorBox).toHaveBeenCalledExactlyOnceWith(
      "Ringside cannot start",
      expect.stringContaining("PORTAL_API_ORIGIN in the environment has to be an https"),
    );
    expect(stderr.mock.lastCall?.[0]).toContain("PORTAL_API_ORIGIN");
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(1);
    expect(addresses()).toEqual([]);
  });
});

describe("a second start", () => {
  it("ends, and opens nothing", async () => {
    const { app, addresses } = await start({ first: false });
    expect(app.quit).toHaveBeenCalledOnce();
    expect(addresses()).toEqual([]);
  });

  it("brings the first one to the front, and where its link leads", async () => {
    const { app, BrowserWindow, addresses } = await start();
    app.emit("second-instance", {}, ["/opt/ringside"]);
    expect(BrowserWindow.all[0]?.focus).toHaveBeenCalledOnce();
    app.emit("second-instance", {}, ["/opt/ringside", "ringside://memberships"]);
    const preventDefault = vi.fn();
    app.emit("open-url", { preventDefault }, "ringside://blog");
    app.emit("open-url", { preventDefault }, "ringside://nowhere");
    expect(preventDefault).toHaveBeenCalledTimes(2);
    expect(addresses()).toEqual([
      ["app://portal/", "app://portal/memberships", "app://portal/blog"],
    ]);
    expect(BrowserWindow.all[0]?.focus).toHaveBeenCalledTimes(4);
  });
});

describe("the app", () => {
  it("leads a page that follows to links, and loads them in place of any other", async () => {
    const { app, BrowserWindow, invoke, frame, addresses } = await start();
    const { webContents } = BrowserWindow.all[0]!; // it has started
    const link = (path: string) => app.emit("second-instance", {}, [`ringside:/${path}`]);
    await invoke("followOpen", frame("app://portal/"), [true], webContents);
    link("/memberships");
    expect(webContents.send).toHaveBeenLastCalledWith("onOpen", "/memberships");
    expect(addresses()).toEqual([["app://portal/"]]);
    webContents.loadsMainFrame = true;
    link("/blog");
    webContents.loadsMainFrame = false;
    webContents.emit("did-navigate");
    link("/videos");
    await invoke("followOpen", frame("app://portal/"), [true], webContents);
    await invoke("followOpen", frame("app://portal/"), [false], webContents);
    link("/recipes");
    const loaded = ["/", "/blog", "/videos", "/recipes"].map((path) => `app://portal${path}`);
    expect(addresses()).toEqual([loaded]);
  });

  it("pins by the tray whichever window there is; it breaks if it waits for the focus", async () => {
    const { BrowserWindow, Tray } = await start();
    type Entry = { id: string; enabled: boolean; checked: boolean };
    const pin = () => (Tray.shown.at(-1) as Entry[]).find(({ id }) => id === "pin"); // a template
    expect(pin()).toMatchObject({ enabled: true });
    BrowserWindow.all[0]?.close();
    expect(pin()).toMatchObject({ enabled: false });
  });

  it("opens a window for the preferences when there is none; it breaks if it throws", async () => {
    const { BrowserWindow, Menu } = await start();
    BrowserWindow.all[0]?.close();
    type Entry = { label: string; submenu: { id: string; click: () => void }[] };
    const menus = Menu.shown.at(-1) as Entry[]; // a template
    const items = menus.flatMap(({ submenu }) => submenu);
    items.find(({ id }) => id === "preferences")?.click();
    const [window] = BrowserWindow.all;
    window?.emit("ready-to-show");
    expect(Menu.popped.map(({ options }) => options)).toEqual([{ window }]);
  });

  it("speaks the stored language in menu and tray at once", async () => {
    const { Menu, invoke, frame } = await start();
    const titles = () => (Menu.shown.at(-1) as { label: string }[]).map(({ label }) => label); // a template
    expect(titles()).toContain("View");
    await invoke("write", frame("app://portal/"), ["language", "pl"]);
    expect(titles()).toContain("Widok");
  });

  it("does not hold a log-out of the system back while nothing is to be written", async () => {
    const { app } = await start();
    const preventDefault = vi.fn();
    app.emit("will-quit", { preventDefault });
    expect(preventDefault).not.toHaveBeenCalled();
  });

  it("shows its window although the key store does not answer, and quits at once", async () => {
    await writeFile(join(folder, "config.json"), '{"token":{"encrypted":"YWJj"}}');
    const { app, invoke, frame } = await start({ keyStore: () => new Promise(() => {}) });
    const loaded = vi.fn();
    void invoke("load", frame("app://portal/"), [])?.then(loaded);
    await new Promise((resolve) => setImmediate(resolve));
    expect(loaded).not.toHaveBeenCalled(); // it still waits: the window did not
    const preventDefault = vi.fn();
    app.emit("will-quit", { preventDefault });
    expect(preventDefault).not.toHaveBeenCalled();
  });

  it("quits once all that was to be written lies on the disk", async () => {
    const { app, safeStorage, invoke, frame } = await start();
    await invoke("write", frame("app://portal/"), ["token", "first"]);
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    vi.spyOn(safeStorage, "encryptStringAsync").mockReturnValueOnce(promise);
    const written = invoke("write", frame("app://portal/"), ["token", "abc"]);
    const preventDefault = vi.fn();
    app.emit("will-quit", { preventDefault });
    app.emit("will-quit", { preventDefault });
    expect(preventDefault).toHaveBeenCalledTimes(2);
    expect(app.quit).not.toHaveBeenCalled();
    resolve(Buffer.from("cba"));
    await written;
    await vi.waitUntil(() => app.quit.mock.calls.length > 0);
    app.emit("will-quit", { preventDefault });
    expect(preventDefault).toHaveBeenCalledTimes(2);
    expect(app.quit).toHaveBeenCalledOnce();
  });
});
