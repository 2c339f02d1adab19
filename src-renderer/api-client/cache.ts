const clearers = new Set<() => void>();

/** Registers something that holds answers of the API. */
export const onClearCache = (clear: () => void) => void clearers.add(clear);

/** Forgets every answer of the API: they belonged to the user who was signed in. */
export const clearCache = () => clearers.forEach((clear) => clear());
