/** What the first bytes of an image say, before anything is decoded. */
export type ImageHeader = {
  width: number;
  height: number;
  /** A WebP image without metadata and animation, which browsers may get as it is. */
  isPlainWebp: boolean;
};

/** Bytes that are read at first: JPEG may have metadata before its size. */
export const headerBytes = 256 * 1024;

const rest = { isPlainWebp: false };

function readPng(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), ...rest };
}

function readGif(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return null;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), ...rest };
}

/** Markers of frames, which have the size: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5), ...rest };
    }
    // a marker may be preceded by any number of 0xff
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function readWebp(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF") return null;
  const [format, chunk] = [bytes.toString("latin1", 8, 12), bytes.toString("latin1", 12, 16)];
  if (format !== "WEBP") return null;
  if (chunk === "VP8 ") {
    const [width, height] = [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    return { width, height, isPlainWebp: true };
  }
  if (chunk === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isPlainWebp: true };
  }
  if (chunk !== "VP8X") return null;
  // flags: animation 0x02, XMP 0x04, EXIF 0x08
  const isPlainWebp = ((bytes[20] ?? 0) & 0x0e) === 0;
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, isPlainWebp };
}

/** Returns what the beginning of a PNG, GIF, JPEG or WebP file says; null for anything else. */
export const readImageHeader = (bytes: Buffer): ImageHeader | null =>
  readPng(bytes) ?? readGif(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
