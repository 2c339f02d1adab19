import { createListeners } from "#shared/listeners.ts";

const clearers = createListeners<Promise<boolean>>();

/** Registers a function that clears a cache of API answers; it gets what `clearCache` is called with. */
export const onClearCache = clearers.add;

/** Clears every cached answer; those on screen go once it is known that the user `hasChanged`, and stay for the same one. */
export const clearCache = (hasChanged: Promise<boolean> = Promise.resolve(true)) =>
  clearers.emit(hasChanged);
