import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { defaultBrandDir, publicBrand, readBrand } from "#api/brand.ts";
import { apiHost, stopApiHost } from "./testing/api-host.ts";

// There is no built renderer next to the sources.
const openFiles = vi.hoisted(() => vi.fn());
vi.mock("./protocol/renderer-files.ts", () => ({ openRendererFiles: openFiles }));
const files = { page: "<html>", ofRoutes: {}, read: async () => null };

/** Nothing answers there. */
const portal = "http://127.0.0.1:9";
const argv = [...process.argv];
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shell-"));
  openFiles.mockResolvedValue(files);
  vi.stubEnv("PORTAL_API_ORIGIN", portal);
});
afterEach(async () => {
  process.argv = argv;
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

type Start = {
  link?: string;
  first?: boolean;
  keyStore?: () => Promise<never>;
  /** The end of deleting what pages have stored. */
  emptied?: Promise<void>;
};

/** Starts main with arguments. Returns the recorded Electron. */
async function start({ link, first = true, keyStore, emptied }: Start = {}) {
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
  if (emptied) electron.session.defaultSession.clearStorageData.mockReturnValueOnce(emptied);
  app.requestSingleInstanceLock = vi.fn(() => first);
  process.argv = ["/opt/ringside", ...(link ? [link] : [])];
  await import("./index.ts");
  if (first) {
    await vi.waitUntil(() => BrowserWindow.all.length > 0 || app.exit.mock.calls.length > 0);
  }
  const addresses = () => BrowserWindow.all.map(({ loaded }) => loaded);
  /** Requests a page of the app. */
  const page = (address: string, init?: RequestInit) =>
    electron.protocol.handle.mock.lastCall?.[1](new Request(address, init)) as Promise<Response>;
  return { ...electron, order, addresses, page };
}

describe("a start", () => {
  it("enables the sandbox and registers the scheme before the app is ready", async () => {
    const { order } = await start();
    const ready = order.indexOf("whenReady");
    expect(order.indexOf("enableSandbox")).toBeGreaterThanOrEqual(0);
    expect(order.indexOf("enableSandbox")).toBeLessThan(ready);
    expect(order.indexOf("registerSchemes")).toBeGreaterThanOrEqual(0);
    expect(order.indexOf("registerSchemes")).toBeLessThan(ready);
  });

  it("sets up scheme, navigation lock and permissions before the first window", async () => {
    const { protocol, session, handlers, BrowserWindow } = await start();
    expect(protocol.handle).toHaveBeenCalledExactlyOnceWith("app", expect.any(Function));
    expect(session.defaultSession.setPermissionRequestHandler).toHaveBeenCalledOnce();
    expect(handlers.size).toBeGreaterThan(0);
    const [window] = BrowserWindow.all;
    expect(window?.webContents.openHandler({ url: "app://portal.evil/" })).toEqual({
      action: "deny",
    });
  });

  it("opens its window before it builds menu and tray, which the page does not need", async () => {
    const { order } = await start();
    await vi.waitUntil(() => order.includes("Tray"));
    const [none, ready, window, ...rest] = order.filter((name) =>
      ["noMenu", "whenReady", "BrowserWindow", "menu", "Tray"].includes(name),
    );
    expect([none, ready, window]).toEqual(["noMenu", "whenReady", "BrowserWindow"]);
    expect(rest.toSorted()).toEqual(["Tray", "menu"]);
  });

  it("opens its window while its files are still being listed, and answers it then", async () => {
    const { promise, resolve } = Promise.withResolvers<typeof files>();
    openFiles.mockReturnValue(promise);
    const { protocol, addresses } = await start();
    expect(addresses()).toEqual([["app://portal/"]]);
    const handle: (request: Request) => Promise<Response> = protocol.handle.mock.lastCall?.[1];
    const answer = handle(new Request("app://portal/"));
    resolve(files);
    expect(await (await answer).text()).toMatch(/^<html /);
  });

  it("ends with a message if its files are missing", async () => {
    openFiles.mockRejectedValue(new Error("ENOENT"));
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { app, dialog } = await start();
    await vi.waitUntil(() => app.exit.mock.calls.length > 0);
    expect(dialog.showErrorBox).toHaveBeenCalledExactlyOnceWith(
      "Ringside cannot start",
      expect.any(String),
    );
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(1);
  });

  it("opens the home page or the path of a link", async () => {
    expect((await start()).addresses()).toEqual([["app://portal/"]]);
    const link = "ringside://articles/weave-entries";
    expect((await start({ link })).addresses()).toEqual([["app://portal/articles/weave-entries"]]);
    expect((await start({ link: "ringside://api/me" })).addresses()).toEqual([["app://portal/"]]);
  });

  it("names an invalid setting", async () => {
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

describe("without the address of a portal", () => {
  beforeEach(() => vi.stubEnv("PORTAL_API_ORIGIN", ""));
  it("asks for it, in a window without the bridge", async () => {
    const electron = await start();
    expect(electron.addresses()).toEqual([["app://connect/?address="]]);
    expect(electron.BrowserWindow.all[0]?.options.webPreferences).not.toHaveProperty("preload");
    expect((await electron.page("app://portal/")).status).toBe(503);
    const { handlers, frame, invoke } = electron;
    expect(handlers.size).toBeGreaterThan(0);
    await expect(invoke("load", frame("app://portal/"), [])).rejects.toThrow("at no portal");
  });

  it("fills in the one that a link names, and asks again for another link", async () => {
    const electron = await start({ link: "ringside://portal.example.com/memberships" });
    const address = "app://connect/?address=portal.example.com";
    expect(electron.addresses()).toEqual([[address]]);
    expect(await (await electron.page(address)).text()).toContain("A link asks the app");
    const polish = "/?lang=pl&amp;address=portal.example.com";
    expect(await (await electron.page(address)).text()).toContain(`href="${polish}"`);
    const translated = await electron.page("app://connect/?lang=pl&address=portal.example.com");
    expect(await translated.text()).toContain("Link każe aplikacji otworzyć ten portal.");
    electron.app.emit("second-instance", {}, ["/opt/ringside", "ringside://other.example.com"]);
    expect(electron.addresses()).toEqual([[address, "app://connect/?address=other.example.com"]]);
  });

  it("opens none but the one that was found, for a form that its own page has sent", async () => {
    const electron = await start();
    const open = (body: string) => electron.page("app://connect/open", { method: "POST", body });
    expect((await open("")).status).toBe(403);
    const refused = await open("key=undefined&address=portal.example.com");
    expect(refused.status).toBe(403);
    expect(await refused.text()).toMatch(/<input id="address"[^>]* value="portal.example.com"/);
    expect(electron.addresses()).toHaveLength(1);
  });

  it("writes nothing of an address into its page as markup", async () => {
    const electron = await start();
    const typed = encodeURIComponent('"><script>alert(1)</script>');
    const answer = await electron.page(`app://connect/check?address=${typed}`);
    expect(await answer.text()).not.toContain("<script>alert");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("opens the remembered one", async () => {
    await writeFile(join(folder, "config.json"), JSON.stringify({ portal }));
    const { session, addresses } = await start();
    expect(addresses()).toEqual([["app://portal/"]]);
    expect(session.defaultSession.clearStorageData).not.toHaveBeenCalled();
  });
});

describe("a move to another portal", () => {
  type Electron = Awaited<ReturnType<typeof start>>;
  const news = { id: "1", title: "News", body: "", publishedAt: "2026-11-01T10:00:00.000Z" };
  let other = "";
  /** Answers the logout that the host has got. */
  let logout: (() => void) | undefined;

  beforeEach(async () => {
    logout = undefined;
    vi.stubEnv("PORTAL_API_ORIGIN", "");
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await writeFile(join(folder, "config.json"), JSON.stringify({ portal }));
    const brand = publicBrand(await readBrand(defaultBrandDir));
    other = await apiHost(({ url }, answer) => {
      if (url === "/api/health") answer.end(JSON.stringify({ status: "ok", version: "1.0.0" }));
      else if (url === "/api/brand") answer.end(JSON.stringify(brand));
      else if (url === "/api/logout") logout = () => void answer.writeHead(204).end();
      else if (url === "/api/announcements") answer.end(JSON.stringify({ items: [news] }));
      else answer.writeHead(404).end();
    });
  });
  afterEach(stopApiHost);

  /** Looks for the other portal, and opens it. */
  async function open(electron: Electron) {
    const found = await (await electron.page(`app://connect/check?address=${other}`)).text();
    const key = /name="key" value="([^"]+)"/.exec(found)?.[1];
    const answer = await electron.page("app://connect/open", {
      method: "POST",
      body: `key=${key}`,
    });
    expect(answer.status).toBe(204);
  }

  /** Follows a link to the other portal, which opens the window that asks, and opens it. Returns that window. */
  async function move(electron: Electron, link = "ringside://other.example.com") {
    electron.app.emit("second-instance", {}, ["/opt/ringside", link]);
    const asking = electron.BrowserWindow.all.at(-1)!; // just opened
    await open(electron);
    return asking;
  }

  it("closes all windows, also one that a link opens meanwhile, and deletes what they have stored", async () => {
    const electron = await start();
    const { app, BrowserWindow, session } = electron;
    const [first] = BrowserWindow.all;
    let meanwhile: unknown;
    first?.once("closed", () => {
      app.emit("second-instance", {}, ["/opt/ringside", "ringside://blog"]);
      meanwhile = BrowserWindow.all.at(-1);
    });
    const asking = await move(electron);
    await vi.waitUntil(() => asking.destroyed);
    expect(meanwhile).toMatchObject({ loaded: ["app://portal/blog"], destroyed: true });
    expect(session.defaultSession.clearStorageData).toHaveBeenCalledOnce();
    expect(electron.addresses()).toEqual([["app://portal/"]]);
    expect(first?.destroyed).toBe(true);
  });

  it("opens what was found last, although an earlier address is slow to answer", async () => {
    const electron = await start();
    const { net, page } = electron;
    const { promise, resolve } = Promise.withResolvers<void>();
    const send = net.fetch.getMockImplementation()!; // the recorder has one
    net.fetch.mockImplementationOnce((...given) => promise.then(() => send(...given)));
    const slow = page(`app://connect/check?address=${other.replace("127.0.0.1", "localhost")}`);
    const found = await (await page(`app://connect/check?address=${other}`)).text();
    resolve();
    await slow;
    const body = `key=${/name="key" value="([^"]+)"/.exec(found)?.[1]}`;
    expect((await page("app://connect/open", { method: "POST", body })).status).toBe(204);
  });

  it("is not made by the Enter that has looked for it: the focus is at the name, before what is deleted", async () => {
    const electron = await start();
    const found = await (await electron.page(`app://connect/check?address=${other}`)).text();
    expect(found).toMatch(/<h1 tabindex="-1" autofocus>Ringside</);
    expect(found).toMatch(/<p id="leaves">.*Ringside[^]*<button aria-describedby="leaves">/);
  });

  it("opens no window of the portal that is being left", async () => {
    const hanging = Promise.withResolvers<never>();
    const config = { portal, portals: { [portal]: { token: { encrypted: "YWJj" } } } };
    await writeFile(join(folder, "config.json"), JSON.stringify(config));
    const electron = await start({ keyStore: () => hanging.promise });
    const { app, BrowserWindow } = electron;
    const [first] = BrowserWindow.all;
    const asking = await move(electron);
    await vi.waitUntil(() => first?.destroyed); // then it waits for the token, to revoke it
    app.emit("second-instance", {}, ["/opt/ringside", "ringside://blog"]);
    expect(electron.addresses()).toEqual([asking.loaded]);
    hanging.reject(new Error("no key store"));
    await vi.waitUntil(() => asking.destroyed);
    expect(electron.addresses()).toEqual([["app://portal/"]]);
  });

  it("is the only one until it ends", async () => {
    const electron = await start();
    const [first] = electron.BrowserWindow.all;
    const close = vi.spyOn(first!, "close").mockImplementation(() => {});
    const asking = await move(electron);
    await vi.waitUntil(() => close.mock.calls.length > 0);
    expect((await electron.page(`app://connect/check?address=${other}`)).status).toBe(204);
    expect((await electron.page("app://connect/open", { method: "POST", body: "" })).status).toBe(
      204,
    );
    close.mockRestore();
    first?.close();
    await vi.waitUntil(() => asking.destroyed);
    expect((await electron.page(`app://connect/check?address=${other}`)).status).toBe(200);
  });

  it.each([
    ["to itself", () => new URL(other).host, "/reset-password/secret"],
    ["to another one", () => "elsewhere.example.com", "/"],
  ])("opens the page of a link %s", async (_, host, path) => {
    const electron = await start();
    const asking = await move(electron, `ringside://${host()}/reset-password/secret`);
    await vi.waitUntil(() => asking.destroyed);
    expect(electron.addresses()).toEqual([[`app://portal${path}`]]);
  });

  it("that the menu asks for opens the home page, whatever a link has led to before", async () => {
    await writeFile(join(folder, "config.json"), "{}");
    const electron = await start({ link: "ringside://memberships" });
    type Entry = { submenu: { id: string; click: () => void }[] };
    const items = (electron.Menu.shown.at(-1) as Entry[]).flatMap(({ submenu }) => submenu); // a template
    items.find(({ id }) => id === "change-portal")?.click();
    const [asking] = electron.BrowserWindow.all;
    await open(electron);
    await vi.waitUntil(() => asking?.destroyed);
    expect(electron.addresses()).toEqual([["app://portal/"]]);
  });

  it("leaves notifications behind: none opens a page of the other one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const left = other.replace("127.0.0.1", "localhost");
    const seen = { on: true, seen: { publishedAt: 0, ids: [] } };
    const config = { portal: left, portals: { [left]: { "announcement-notifications": seen } } };
    await writeFile(join(folder, "config.json"), JSON.stringify(config));
    const electron = await start();
    electron.Notification.shown = [];
    vi.advanceTimersByTime(10_000);
    const notification = await vi.waitUntil(() => electron.Notification.shown[0]);
    const asking = await move(electron);
    await vi.waitUntil(() => asking.destroyed);
    notification.emit("click");
    expect(electron.addresses()).toEqual([["app://portal/"]]);
  });

  it("works while nothing can be written", async () => {
    const electron = await start();
    await rm(folder, { recursive: true });
    await writeFile(folder, "");
    const asking = await move(electron);
    await vi.waitUntil(() => asking.destroyed);
    expect(electron.addresses()).toEqual([["app://portal/"]]);
  });

  it("that fails leads back to the form", async () => {
    const electron = await start();
    electron.session.defaultSession.clearStorageData.mockRejectedValueOnce(new Error("busy"));
    const asking = await move(electron);
    const form = `app://connect/?${new URLSearchParams({ address: other }).toString()}`;
    await vi.waitFor(() => expect(asking.loaded.at(-1)).toBe(form));
    expect(await (await electron.page(form)).text()).toContain("The portal could not be opened.");
    const tray = electron.Tray.shown.at(-1) as { id: string; enabled: boolean }[]; // a template
    expect(tray.find(({ id }) => id === "pin")).toMatchObject({ enabled: false });
    const found = await electron.page(`app://connect/check?address=${other}`);
    expect(await found.text()).not.toContain("could not be opened");
  });

  it("logs out of the first one, which quitting waits for", async () => {
    const left = other.replace("127.0.0.1", "localhost");
    const config = { portal: left, portals: { [left]: { token: { plain: "secret" } } } };
    await writeFile(join(folder, "config.json"), JSON.stringify(config));
    const electron = await start();
    await move(electron);
    await vi.waitUntil(() => logout);
    const preventDefault = vi.fn();
    electron.app.emit("will-quit", { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
    expect(electron.app.quit).not.toHaveBeenCalled();
    logout?.();
    await vi.waitUntil(() => electron.app.quit.mock.calls.length > 0);
  });
});

describe("another address in the settings than at the last start", () => {
  /** Nothing answers there, either. */
  const left = "http://127.0.0.1:10";
  const remembered = async (): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, "config.json"), "utf8")).portal;

  it("deletes what pages have stored before one is answered", async () => {
    await writeFile(join(folder, "config.json"), JSON.stringify({ portal: left }));
    const { promise, resolve } = Promise.withResolvers<void>();
    const { protocol } = await start({ emptied: promise });
    const page = protocol.handle.mock.lastCall?.[1](new Request("app://portal/"));
    const answered = vi.fn();
    void page.then(answered);
    await new Promise((done) => setImmediate(done));
    expect(answered).not.toHaveBeenCalled();
    expect(await remembered()).toBe(left);
    resolve();
    expect((await page).status).toBe(200);
    expect(await remembered()).toBe(portal);
  });

  it("logs out of the portal of the last start before it deletes that", async () => {
    const token = vi.fn();
    const origin = await apiHost(({ url, headers }, answer) => {
      if (url === "/api/logout") token(headers.authorization);
      answer.writeHead(204).end();
    });
    const config = { portal: origin, portals: { [origin]: { token: { plain: "secret" } } } };
    await writeFile(join(folder, "config.json"), JSON.stringify(config));
    const { session } = await start();
    await vi.waitFor(() => expect(token).toHaveBeenCalledExactlyOnceWith("Bearer secret"));
    await vi.waitFor(async () => expect(await remembered()).toBe(portal));
    expect(await readFile(join(folder, "config.json"), "utf8")).not.toContain("secret");
    expect(session.defaultSession.clearStorageData).toHaveBeenCalledOnce();
    await stopApiHost();
  });

  it("deletes nothing at the first start, which remembers the address", async () => {
    const { session } = await start();
    await vi.waitFor(async () => expect(await remembered()).toBe(portal));
    expect(session.defaultSession.clearStorageData).not.toHaveBeenCalled();
  });
});

describe("a second start", () => {
  it("quits without a window", async () => {
    const { app, addresses } = await start({ first: false });
    expect(app.quit).toHaveBeenCalledOnce();
    expect(addresses()).toEqual([]);
  });

  it("focuses the first instance and opens its link there", async () => {
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
  it("opens links by the page's router if it listens, otherwise by loading them", async () => {
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

  it("pins by the tray even if no window had the focus", async () => {
    const { BrowserWindow, Tray } = await start();
    type Entry = { id: string; enabled: boolean; checked: boolean };
    await vi.waitUntil(() => Tray.shown.length > 0);
    const pin = () => (Tray.shown.at(-1) as Entry[]).find(({ id }) => id === "pin"); // a template
    expect(pin()).toMatchObject({ enabled: true });
    BrowserWindow.all[0]?.close();
    expect(pin()).toMatchObject({ enabled: false });
  });

  it("opens a window for the preferences if there is none", async () => {
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

  it("changes the language of menu and tray immediately", async () => {
    const { Menu, invoke, frame } = await start();
    const titles = () => (Menu.shown.at(-1) as { label: string }[]).map(({ label }) => label); // a template
    expect(titles()).toContain("View");
    await invoke("write", frame("app://portal/"), ["language", "pl"]);
    expect(titles()).toContain("Widok");
  });

  it("has menus in the language of a portal that does not have the user's", async () => {
    const brand = { ...publicBrand(await readBrand(defaultBrandDir)), languages: ["pl"] };
    const config = { language: "en", portals: { [portal]: { brand } } };
    await writeFile(join(folder, "config.json"), JSON.stringify(config));
    const { Menu } = await start();
    expect((Menu.shown.at(-1) as { label: string }[]).map(({ label }) => label)).toContain("Widok"); // a template
  });

  it("does not delay the system's log-out if no write is pending", async () => {
    const { app } = await start();
    const preventDefault = vi.fn();
    app.emit("will-quit", { preventDefault });
    expect(preventDefault).not.toHaveBeenCalled();
  });

  it("shows its window and quits immediately even if the key store does not answer", async () => {
    await writeFile(
      join(folder, "config.json"),
      `{"portals":{"${portal}":{"token":{"encrypted":"YWJj"}}}}`,
    );
    const { app, invoke, frame } = await start({ keyStore: () => new Promise(() => {}) });
    const loaded = vi.fn();
    void invoke("load", frame("app://portal/"), [])?.then(loaded);
    await new Promise((resolve) => setImmediate(resolve));
    expect(loaded).not.toHaveBeenCalled(); // it still waits: the window did not
    const preventDefault = vi.fn();
    app.emit("will-quit", { preventDefault });
    expect(preventDefault).not.toHaveBeenCalled();
  });

  it("quits after pending writes are done", async () => {
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
