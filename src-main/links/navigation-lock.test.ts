import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { app, RecordedContents } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { lockNavigation } = await import("./navigation-lock.ts");

const openExternally = vi.fn(async () => true);
const openWindow = vi.fn();
let contents = new RecordedContents();

const frameHosts = () => ["video.example.org"];
beforeAll(() => lockNavigation({ openExternally, openWindow, frameHosts }));
beforeEach(() => {
  vi.clearAllMocks();
  contents = new RecordedContents();
  app.emit("web-contents-created", {}, contents);
});

/** Returns whether the navigation was allowed. */
function goes(event: string, url: string, isMainFrame = true): boolean {
  const preventDefault = vi.fn();
  contents.emit(event, { url, isMainFrame, preventDefault });
  return preventDefault.mock.calls.length === 0;
}

const events = ["will-navigate", "will-redirect", "will-frame-navigate"];
const foreign = [
  "app://portal.evil/",
  "app://evil/portal",
  "app://x@portal/",
  "https://example.com/",
  "http://127.0.0.1:4000/",
  "file:///etc/passwd",
  "data:text/html,x",
  "javascript:alert(1)",
  "about:blank",
  "blob:app://portal/1",
  // Data or a payment page: not in the app's own window.
  "app://portal/api/payments/sandbox/1",
  "app://portal/api",
];

describe.each(events)("%s", (event) => {
  it("allows our own pages", () => {
    expect(goes(event, "app://portal/articles")).toBe(true);
    expect(goes(event, "app://portal/apiary")).toBe(true);
  });

  it.each(foreign)("blocks %s", (url) => {
    expect(goes(event, url)).toBe(false);
  });
});

describe.each(events)("%s, with the page that asks for the portal,", (event) => {
  it("leads neither from a portal's page to it nor from it to a portal's page", () => {
    expect(goes(event, "app://connect/check?address=x")).toBe(false);
    contents.url = "app://connect/";
    expect(goes(event, "app://connect/check?address=x")).toBe(true);
    expect(goes(event, "app://portal/")).toBe(false);
    expect(goes(event, "https://example.com/")).toBe(false);
  });
});

describe.each(["will-redirect", "will-frame-navigate"])("%s, in a frame,", (event) => {
  const inFrame = (url: string) => goes(event, url, false);

  it("allows the sites whose videos the owner allows, in pages of the portal only", () => {
    contents.url = "app://portal/articles/x";
    expect(inFrame("https://video.example.org/videos/embed/1")).toBe(true);
    expect(inFrame("http://video.example.org/")).toBe(false);
    expect(inFrame("https://video.example.org:8443/")).toBe(false);
    expect(inFrame("https://example.org/")).toBe(false);
    expect(goes(event, "https://video.example.org/")).toBe(false);
    contents.url = "app://connect/";
    expect(inFrame("https://video.example.org/")).toBe(false);
  });
});

describe("a foreign link", () => {
  it("is passed to the system once, and only from the top frame", () => {
    for (const event of ["will-frame-navigate", "will-navigate"]) {
      goes(event, "https://example.com/");
    }
    expect(openExternally.mock.calls).toEqual([["https://example.com/"]]);
    goes("will-frame-navigate", "https://example.com/", false);
    expect(openExternally).toHaveBeenCalledTimes(1);
  });

  it("is passed to the system after a telephone link, too, even one that did not open", async () => {
    openExternally.mockRejectedValueOnce(new Error("no program"));
    vi.spyOn(console, "error").mockImplementation(() => {});
    const links = ["tel:+48221234567", "mailto:a@b.example", "https://example.com/", "tel:+4822"];
    for (const link of links) {
      for (const event of ["will-frame-navigate", "will-navigate"])
        expect(goes(event, link)).toBe(false);
    }
    expect(goes("will-navigate", "app://portal/articles")).toBe(true);
    expect(openExternally.mock.calls).toEqual(links.map((link) => [link]));
  });

  it.each([...foreign, "app://portal/articles"])("opens no window of its own: %s", (url) => {
    expect(contents.openHandler({ url })).toEqual({ action: "deny" });
  });

  it("of a player that is used goes to the system's browser; a player opens neither a page of the portal nor a program", () => {
    contents.focusedFrame = { url: "https://video.example.org/videos/embed/1" };
    const opened = [
      "https://video.example.org/videos/watch/1",
      "http://example.com/",
      "app://portal/dashboard",
      "mailto:a@b.example",
      "tel:+48221234567",
    ];
    for (const url of opened) expect(contents.openHandler({ url })).toEqual({ action: "deny" });
    expect(openExternally.mock.calls).toEqual([[opened[0]], [opened[1]]]);
    expect(openWindow).not.toHaveBeenCalled();
    contents.focusedFrame = { url: "app://portal/articles/x" };
    contents.openHandler({ url: "app://portal/dashboard" });
    expect(openWindow.mock.calls).toEqual([["/dashboard"]]);
  });

  it("to our own page opens in a new window of the app", () => {
    contents.openHandler({ url: "app://portal/announcements?page=2#first" });
    expect(openWindow.mock.calls).toEqual([["/announcements?page=2#first"]]);
    expect(openExternally).not.toHaveBeenCalled();
  });

  it("cannot be a webview", () => {
    const preventDefault = vi.fn();
    contents.emit("will-attach-webview", { preventDefault });
    expect(preventDefault).toHaveBeenCalled();
  });
});
