import { createListeners } from "#shared/listeners.ts";

const clearers = createListeners<Promise<unknown>>();

/** Registers a function that clears a cache of API answers; it gets what `clearCache` is called with. */
export const onClearCache = clearers.add;

/** Clears every cached answer; those on screen go once it is `known` who the next user is. */
export const clearCache = (known: Promise<unknown> = Promise.resolve()) => clearers.emit(known);
