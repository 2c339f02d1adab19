/**
 * A list of texts (`t(key, { returnObjects: true })`); empty where its file did not load, when i18next
 * gives the key instead.
 */
export const textList = <T>(texts: readonly T[]): readonly T[] =>
  Array.isArray(texts) ? texts : [];
