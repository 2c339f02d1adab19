import { brand } from "./brand.ts";

/** The app as the systems know it: the installers' name for it (electron-builder.config.ts). */
export const appId = `portal.${brand.deepLinkScheme}.desktop`;
