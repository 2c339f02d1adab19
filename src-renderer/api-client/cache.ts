import { createListeners } from "#shared/listeners.ts";

const clearers = createListeners<Promise<unknown>>();

/** Registers a function that clears a cache of API answers; it gets what `clearCache` is called with. */
export const onClearCache = clearers.add;

/**
 * Clears every cached API answer: they belong to the user who was signed in. Those that are on screen go once it is `known`
 * who the next user is: that user may not be allowed to ask for them.
 */
export const clearCache = (known: Promise<unknown> = Promise.resolve()) => clearers.emit(known);
