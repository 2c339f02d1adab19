/**
 * Returns the FNV-1a hash of a text's UTF-16 code units, an unsigned 32-bit integer: short, the same on
 * every machine, and sufficient unless somebody forges collisions.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
