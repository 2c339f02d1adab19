import { matchRoute } from "../../src-shared/routes.ts";
import { rememberedPlaceKey } from "../../src-shared/stored-values.ts";
import { platform } from "../platform/current-platform.ts";

/** Pages that nobody is to be led back to. */
const neverRemembered = new Set(["login", "register", "logout", null]);

/** A path of this site, with its query, that is worth coming back to; anything else is null. */
export function placeOf(path: string): string | null {
  if (!/^\/(?![/\\])/.test(path)) return null;
  const base = "http://portal.invalid";
  const url = URL.parse(path, base);
  if (!url || url.origin !== base || neverRemembered.has(matchRoute(url.pathname))) return null;
  return url.pathname + url.search + url.hash;
}

/** The place this tab is to be led back to (rulings, "Guards"); one a tab, used once. */
export const rememberedPlace = {
  read(): string | null {
    const text = platform.windowText.read(rememberedPlaceKey);
    return text === null ? null : placeOf(text);
  },
  remember(path: string): void {
    const place = placeOf(path);
    if (place !== null) platform.windowText.write(rememberedPlaceKey, place);
  },
  forget(): void {
    platform.windowText.write(rememberedPlaceKey, null);
  },
};
