// A minimal app that exercises the stand-in.
import { app, BrowserWindow, ipcMain, protocol, session, shell } from "electron";
import * as electron from "electron";
import { join } from "node:path";
import "./early.js";
import { messageOf } from "./message-of.js";

globalThis.electronModule = electron;
globalThis.seen = {
  navigations: [],
  redirects: [],
  opened: [],
  cancelled: 0,
  secondStarts: [],
  aborted: 0,
  /** Calls of the permission handlers: kind, name, URL. */
  asked: [],
};
/** Foreign URLs that frames may load, and granted permissions. */
globalThis.allowed = { frame: null, permissions: [] };
const { seen } = globalThis;

protocol.registerSchemesAsPrivileged([
  {
    scheme: "app",
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
  },
]);

const page = (title, policy = "default-src 'self'") =>
  new Response(`<!doctype html><title>${title}</title><h1>${title}</h1>`, {
    headers: { "content-type": "text/html", "content-security-policy": policy },
  });

const stream = (parts, { type, ends }) =>
  new Response(
    new ReadableStream({
      async start(controller) {
        for (const part of parts) {
          controller.enqueue(new TextEncoder().encode(part));
          await new Promise((resolve) => (globalThis.nextPart = resolve));
        }
        if (ends) controller.close();
      },
      cancel: () => void seen.cancelled++,
    }),
    { headers: { "content-type": type } },
  );

function answer(request) {
  const { host, pathname } = new URL(request.url);
  request.signal.addEventListener("abort", () => void seen.aborted++);
  if (host !== "portal") return new Response("Forbidden", { status: 403 });
  if (pathname === "/echo") {
    return new Response(request.body, {
      status: 201,
      headers: { "content-type": "text/plain", "x-origin": request.url },
    });
  }
  if (pathname === "/parts")
    return stream(["one ", "two ", "three"], { type: "text/plain", ends: true });
  if (pathname === "/events") {
    return stream(["data: first\n\n", "data: second\n\n"], { type: "text/event-stream" });
  }
  if (pathname === "/late") {
    return new Promise((resolve) => {
      globalThis.answerLate = () => resolve(stream(["late"], { type: "text/plain" }));
    });
  }
  if (pathname === "/leave") return Response.redirect("https://example.com/", 302);
  if (pathname === "/fails") throw new Error("broken on purpose");
  if (pathname === "/own.js") {
    const headers = { "content-type": "text/javascript" };
    return new Response("globalThis.ran = [...(globalThis.ran ?? []), 'own'];", { headers });
  }
  if (pathname === "/frames") return page("Frames", "frame-src *");
  return page(pathname === "/other" ? "Other" : "Start");
}

const open = (path, webPreferences) => {
  const window = new BrowserWindow({
    width: 800,
    height: 600,
    webPreferences: { preload: join(import.meta.dirname, "preload.cjs"), ...webPreferences },
  });
  void window.loadURL(`app://portal${path}`);
  return window;
};
globalThis.openWindow = open;

app.on("web-contents-created", (_event, contents) => {
  contents.on("will-frame-navigate", (event) => {
    seen.navigations.push(event.url);
    const isAllowed = !event.isMainFrame && event.url.startsWith(globalThis.allowed.frame);
    if (!event.url.startsWith("app://portal/") && !isAllowed) event.preventDefault();
  });
  contents.on("will-redirect", (event) => {
    seen.redirects.push(event.url);
    event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    void shell.openExternal(url);
    return { action: "deny" };
  });
});

ipcMain.handle("echo", (event, ...args) => ({
  args,
  frame: {
    url: event.senderFrame.url,
    origin: event.senderFrame.origin,
    top: event.senderFrame.parent === null,
  },
  sender: event.sender.id,
}));
ipcMain.handle("late", async (event) => {
  const frame = event.senderFrame;
  await new Promise((resolve) => (globalThis.goOn = resolve));
  seen.late = [event.senderFrame, messageOf(() => frame.url)];
});
ipcMain.handle("fails", () => {
  throw new Error("no");
});

if (app.requestSingleInstanceLock()) {
  app.on("second-instance", (_event, argv) => seen.secondStarts.push(argv.at(-1)));
  void start();
} else {
  app.quit();
}

async function start() {
  await app.whenReady();
  const isGranted = (kind, permission, address) => {
    seen.asked.push([kind, permission, address]);
    return globalThis.allowed.permissions.includes(permission);
  };
  session.defaultSession.setPermissionRequestHandler((_contents, permission, done, details) =>
    done(isGranted("request", permission, details.requestingUrl)),
  );
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) =>
    isGranted("check", permission, origin),
  );
  protocol.handle("app", answer);
  open("/");
}
