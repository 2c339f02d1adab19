import { createListeners } from "#shared/listeners.ts";

const clearers = createListeners<Promise<boolean>>();

/** Registers a function that clears a cache of API answers; it gets what `clearCache` is called with. */
export const onClearCache = clearers.add;

/** Clears every cached answer. Queries on screen are reset once `hasChanged` resolves to true; for the same user they stay. */
export const clearCache = (hasChanged: Promise<boolean> = Promise.resolve(true)) =>
  clearers.emit(hasChanged);

const storedDropped = createListeners();

/** Registers a function that drops the answers that this device had stored. Returns the unsubscribe. */
export const onDropStored = storedDropped.add;

/** Drops the answers that this device had stored, and that the server has not given since. */
export const dropStored = (): void => storedDropped.emit();
