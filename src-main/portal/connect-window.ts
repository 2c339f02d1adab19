import { randomUUID } from "node:crypto";
import { app, BrowserWindow } from "electron";
import { isLanguage, type Language } from "#shared/languages.ts";
import { iconFile } from "../folders.ts";
import { connectOrigin } from "../links/portal-address.ts";
import { logFailure } from "../log.ts";
import { focusWindow } from "../window/main-window.ts";
import {
  addressPage,
  connectScript,
  connectStyle,
  foundPage,
  type ConnectState,
} from "./connect-page.ts";
import { findPortal, maxAddressLength, parseAddress, type FoundPortal } from "./find-portal.ts";

const size = { width: 560, height: 640, minWidth: 360, minHeight: 480 };

/** What the window is opened for: an address that a link has filled in, and the page that the link leads to. */
type ConnectRequest = { address: string | null; path: string | null };

export type ConnectServices = {
  state: () => ConnectState;
  chooseLanguage: (language: Language) => void;
  /** Moves the app to a portal. Resolves with false if the user stays where unsaved text is. */
  choose: (portal: FoundPortal, path: string | null) => Promise<boolean>;
};

const policy = [
  "default-src 'none'",
  "img-src data:",
  "style-src 'self'",
  "script-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const answerWith = (body: string, type: string, status = 200) =>
  new Response(body, {
    status,
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": policy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });

/** The window that asks for the portal's address. There is one at most. */
export type ConnectWindow = {
  show(request?: ConnectRequest): void;
  isConnectWindow(window: BrowserWindow): boolean;
  /** Answers the requests of its pages. */
  answer(request: Request): Promise<Response>;
};

function createWindow(): BrowserWindow {
  const window = new BrowserWindow({
    ...size,
    show: false,
    title: app.name,
    icon: iconFile,
    // Without the preload script: its pages have no access to stored values.
    webPreferences: {
      nodeIntegration: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      devTools: !app.isPackaged,
      spellcheck: false,
    },
  });
  window.once("ready-to-show", () => window.show());
  return window;
}

export function createConnectWindow(services: ConnectServices): ConnectWindow {
  let window: BrowserWindow | null = null;
  let asked: ConnectRequest = { address: null, path: null };
  /** What was found last. Only its own page knows the key, so that nothing else can have it opened. */
  let found: { portal: FoundPortal; key: string } | null = null;
  /** The number of the last check, which may be answered before an earlier one. */
  let checks = 0;
  /** The address that could not be opened. */
  let failed: string | null = null;
  /** Until a move has ended nothing is looked for and none is opened: a second move would leave the first one's portal behind. */
  let moving = false;

  const html = (text: string, status?: number) => answerWith(text, "text/html", status);
  const form = (address: string, status?: number) =>
    html(
      addressPage(services.state(), {
        address,
        problem: address === failed ? "failed" : null,
        isLinked: address !== "" && asked.address === address,
      }),
      status,
    );

  const check = async (address: string): Promise<Response> => {
    failed = null;
    const number = ++checks;
    const portal = await findPortal(address);
    const state = services.state();
    if (typeof portal === "string") {
      return html(addressPage(state, { address, problem: portal, isLinked: false }));
    }
    const key = randomUUID();
    if (number === checks) found = { portal, key };
    return html(foundPage(state, portal, key));
  };

  /** Returns the page that the link leads to, which may contain a secret of its portal: of that one, if the link names it, only. */
  const pathFor = ({ origin }: FoundPortal): string | null => {
    const linked = asked.address === null ? null : parseAddress(asked.address);
    return linked === null || (typeof linked !== "string" && linked.origin === origin)
      ? asked.path
      : null;
  };

  const open = async (request: Request): Promise<Response> => {
    const sent = new URLSearchParams(await request.text());
    if (!found || found.key !== sent.get("key")) return form(sent.get("address") ?? "", 403);
    const { portal } = found;
    const path = pathFor(portal);
    found = null;
    moving = true;
    // After the answer, which keeps the page as it is: the move may close this window.
    setImmediate(() => {
      services
        .choose(portal, path)
        .then(
          (moved) => (moved ? window?.destroy() : showForm(portal.origin)),
          (error: unknown) => {
            logFailure("The portal could not be opened", error);
            failed = portal.origin;
            showForm(portal.origin);
          },
        )
        .finally(() => (moving = false));
    });
    return new Response(null, { status: 204 });
  };

  function showForm(address: string): void {
    window
      ?.loadURL(`${connectOrigin}/?${new URLSearchParams({ address }).toString()}`)
      .catch((error: unknown) => {
        if (window && !window.isDestroyed()) logFailure("A page did not load", error);
      });
  }

  return {
    show: (request = { address: null, path: null }) => {
      const isNew = window === null;
      const opened = (window ??= createWindow());
      if (isNew) opened.once("closed", () => (window = null));
      else focusWindow(opened);
      // What was typed stays, unless a link brings an address.
      if (!isNew && request.address === null) {
        asked.path = request.path;
        return;
      }
      asked = { ...request };
      showForm(request.address ?? "");
    },
    isConnectWindow: (other) => other === window,
    answer: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const address = (searchParams.get("address") ?? "").slice(0, maxAddressLength);
      // This answer keeps the page as it is.
      if (moving && /^\/(check|open)$/.test(pathname)) return new Response(null, { status: 204 });
      if (request.method === "POST" && pathname === "/open") return open(request);
      if (pathname === "/style.css") return answerWith(connectStyle, "text/css");
      if (pathname === "/busy.js") return answerWith(connectScript, "text/javascript");
      if (pathname === "/check") return check(address);
      const language = searchParams.get("lang");
      if (isLanguage(language)) services.chooseLanguage(language);
      return form(address);
    },
  };
}
