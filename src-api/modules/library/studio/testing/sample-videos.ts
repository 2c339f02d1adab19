const box = (type: string, content: Buffer) => {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, content]);
};

/** Returns a file with the structure of an MP4 video: its pictures first, the index with the codecs at the end. */
export const mp4 = (codecs: string, size = 200): Buffer =>
  Buffer.concat([
    box("ftyp", Buffer.from("isom")),
    box("mdat", Buffer.from(Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) % 251))),
    box("moov", Buffer.from(codecs)),
  ]);

/** The beginning of a WebM file. */
export const webm = Buffer.concat([
  Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x84, 0x42, 0x82, 0x84]),
  Buffer.from("webm and what follows"),
]);

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Headers that begin an upload by the tus protocol. */
export const uploadHeaders = (
  length: number,
  { slug, filename = "Clip.mp4", filetype = "video/mp4" }: Record<string, string>,
): Record<string, string> => ({
  "tus-resumable": "1.0.0",
  "upload-length": `${length}`,
  "upload-metadata": Object.entries({ slug, filename, filetype })
    .map(([name, value]) => `${name} ${base64(value ?? "")}`)
    .join(","),
});

/** Headers of a part that begins at a byte. */
export const partHeaders = (offset: number): Record<string, string> => ({
  "tus-resumable": "1.0.0",
  "upload-offset": `${offset}`,
  "content-type": "application/offset+octet-stream",
});
