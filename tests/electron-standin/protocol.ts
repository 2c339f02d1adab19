import type { CustomScheme, Privileges } from "electron";
import { app } from "./app.ts";
import { schemes, type SchemeHandler } from "./schemes.ts";
import { notThere, strictObject } from "./strict.ts";

/** What the web's own schemes may do; a scheme here is served as one of them. */
const needed = ["standard", "secure", "supportFetchAPI", "stream"] as const;
const others = (privileges: Privileges) =>
  Object.keys(privileges).filter((name) => !needed.some((each) => each === name));

/** `protocol` */
export const protocol = strictObject("Protocol", {
  registerSchemesAsPrivileged(list: CustomScheme[]): void {
    if (app.isReady()) {
      throw new Error("protocol.registerSchemesAsPrivileged should be called before app is ready");
    }
    for (const { scheme, privileges = {} } of list) {
      const [other] = others(privileges);
      if (other) throw notThere(`the privilege ${other} of a scheme`);
      schemes.set(scheme, { privileges });
    }
  },
  handle(scheme: string, handler: SchemeHandler): void {
    const entry = schemes.get(scheme);
    const missing = needed.find((name) => !entry?.privileges[name]);
    if (!entry || missing) throw notThere(`a handled scheme that is not ${missing}`);
    if (entry.handler) throw new Error(`Failed to register protocol: ${scheme}`);
    entry.handler = handler;
  },
});
