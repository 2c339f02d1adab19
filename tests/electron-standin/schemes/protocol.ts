import type { CustomScheme, Privileges } from "electron";
import { app } from "../app/app.ts";
import { assertSessionIsThere } from "../app/session.ts";
import { notThere, strictObject } from "../strict.ts";
import { fetchLikeElectron } from "./network-errors.ts";
import { schemes, type SchemeHandler } from "./schemes.ts";

/** Privileges that http has. Schemes are served over http here, so they need all of them. */
const needed = ["standard", "secure", "supportFetchAPI", "stream"] as const;
/** `codeCache` has no effect here. */
const known = new Set<string>([...needed, "codeCache"]);
const others = (privileges: Privileges) =>
  Object.keys(privileges).filter((name) => !known.has(name));

let registered = false;

function register({ scheme, privileges = {} }: CustomScheme): void {
  if (privileges.codeCache && !privileges.standard) {
    throw new Error(
      "Code cache can only be enabled when the custom scheme is registered as standard scheme.",
    );
  }
  const [other] = others(privileges);
  if (other) throw notThere(`the privilege ${other} of a scheme`);
  schemes.set(scheme, { privileges });
}

/** `protocol` */
export const protocol = strictObject("Protocol", {
  registerSchemesAsPrivileged(list: CustomScheme[]): void {
    if (app.isReady()) {
      throw new Error("protocol.registerSchemesAsPrivileged should be called before app is ready");
    }
    // In Electron a second call replaces the first one.
    if (registered) throw notThere("a second call of protocol.registerSchemesAsPrivileged");
    registered = true;
    list.forEach(register);
  },
  handle(scheme: string, handler: SchemeHandler): void {
    assertSessionIsThere();
    const entry = schemes.get(scheme);
    const missing = needed.find((name) => !entry?.privileges[name]);
    if (!entry || missing) throw notThere(`a handled scheme that is not ${missing}`);
    if (entry.handler) throw new Error(`Failed to register protocol: ${scheme}`);
    entry.handler = handler;
  },
});

async function fetchFromWeb(input: string | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (!/^https?:/.test(request.url)) throw notThere(`net.fetch of ${request.url}`);
  return fetchLikeElectron(request);
}

/** `net` */
export const net = strictObject("Net", {
  fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    assertSessionIsThere();
    return fetchFromWeb(input, init);
  },
});
