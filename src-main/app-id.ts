import { brand } from "./brand.ts";

/**
 * The app as the systems know it: the installers' name for it (electron-builder.config.ts). It is also
 * the name of its desktop file on Linux, hence the ending.
 */
export const appId = `portal.${brand.deepLinkScheme}.desktop`;
