/**
 * FNV-1a over the UTF-16 code units of a text: short, stable everywhere, good enough to tell texts
 * apart that nobody forges. Returns an unsigned 32-bit integer.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
