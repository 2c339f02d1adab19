import { createListeners } from "../../src-shared/listeners.ts";

const clearers = createListeners();

/** Registers a function that clears a cache of API answers. */
export const onClearCache = clearers.add;

/** Clears every cached API answer: they belong to the user who was signed in. */
export const clearCache = () => clearers.emit();
