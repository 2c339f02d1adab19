import type { ByteRange } from "#api/infra/media-storage/media-storage.ts";

/**
 * Returns the part of a file that a `Range` header asks for; null for the whole file, which answers headers of other
 * forms too (RFC 9110, 14.2); "beyond" if it begins after the end.
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | "beyond" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  const end = size - 1;
  if (first === "") {
    const start = Math.max(0, size - Number(last));
    return Number(last) === 0 || size === 0 ? "beyond" : { start, end };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  return start > end ? "beyond" : { start, end: last === "" ? end : Math.min(end, Number(last)) };
}
