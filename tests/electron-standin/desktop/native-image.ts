import { existsSync, readFileSync } from "node:fs";
import { strictObject } from "../strict.ts";

type Size = { width: number; height: number };

const pngStart = Buffer.from("89504e470d0a1a0a", "hex");

/** Reads width and height of a PNG. Without a file the image is empty, as in Electron. */
function sizeOf(path: string): Size {
  const file = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (!file.subarray(0, 8).equals(pngStart)) return { width: 0, height: 0 };
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

function makeImage(size: Size) {
  return strictObject("NativeImage", {
    isEmpty: () => size.width === 0,
    getSize: () => size,
    resize: (wanted: Partial<Size>) => makeImage(size.width === 0 ? size : { ...size, ...wanted }),
  });
}
export type NativeImage = { isEmpty(): boolean; getSize(): Size };

/** `nativeImage` for PNG files */
export const nativeImage = strictObject("NativeImage", {
  createFromPath: (path: string): ReturnType<typeof makeImage> => makeImage(sizeOf(path)),
});
