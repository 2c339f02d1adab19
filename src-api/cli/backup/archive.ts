import { createReadStream, createWriteStream } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackupError } from "./backup-error.ts";

// Archives are tar files (POSIX ustar), so that every system's `tar` can show and unpack them.

const blockSize = 512;
/** Position and length of the fields of a header. */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
  prefix: [345, 155],
} as const;

/** A file for an archive: its path there, and where it lies or what it contains. */
export type NewEntry = { path: string; from: string | Buffer };

/** A file in an archive. */
export type Entry = { path: string; start: number; size: number };

/** Splits a path that is longer than its field at a slash. */
function splitPath(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= fields.name[1]) return { name: path, prefix: "" };
  const at = path.indexOf("/", path.length - fields.name[1] - 1);
  const parts = { name: path.slice(at + 1), prefix: path.slice(0, Math.max(at, 0)) };
  const fits =
    at > 0 &&
    Buffer.byteLength(parts.name) <= fields.name[1] &&
    Buffer.byteLength(parts.prefix) <= fields.prefix[1];
  if (!fits) throw new BackupError(`The path ${path} is too long for a backup.`);
  return parts;
}

/** Sums up the bytes of a header, with its checksum counted as spaces. */
function checksumOf(block: Buffer): number {
  const [start, length] = fields.checksum;
  return block.reduce(
    (sum, byte, at) => sum + (at >= start && at < start + length ? 0x20 : byte),
    0,
  );
}

function headerOf(path: string, size: number): Buffer {
  const block = Buffer.alloc(blockSize);
  const write = (field: keyof typeof fields, text: string) => block.write(text, fields[field][0]);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  const { name, prefix } = splitPath(path);
  write("name", name);
  write("mode", octal(0o600, 7));
  write("uid", octal(0, 7));
  write("gid", octal(0, 7));
  write("size", octal(size, 11));
  write("time", octal(0, 11));
  write("type", "0");
  write("magic", "ustar\x0000");
  write("prefix", prefix);
  write("checksum", `${octal(checksumOf(block), 6)} `);
  return block;
}

async function* contentOf(entries: readonly NewEntry[]): AsyncGenerator<Buffer> {
  for (const { path, from } of entries) {
    const size = typeof from === "string" ? (await stat(from)).size : from.length;
    yield headerOf(path, size);
    if (typeof from === "string") yield* createReadStream(from) as AsyncIterable<Buffer>; // no encoding is set
    else yield from;
    yield Buffer.alloc((blockSize - (size % blockSize)) % blockSize);
  }
  yield Buffer.alloc(2 * blockSize);
}

/** Writes an archive that only the owner of the process can read. Rejects if the file exists. */
export async function writeArchive(file: string, entries: readonly NewEntry[]): Promise<void> {
  const options = { flags: "wx", mode: 0o600, flush: true };
  await pipeline(Readable.from(contentOf(entries)), createWriteStream(file, options));
}

async function readHeader(handle: FileHandle, at: number): Promise<Entry | null> {
  const block = Buffer.alloc(blockSize);
  const { bytesRead } = await handle.read(block, 0, blockSize, at);
  const text = (field: keyof typeof fields) => {
    const [start, length] = fields[field];
    return block.toString("utf8", start, start + length).split("\0", 1)[0] ?? "";
  };
  if (bytesRead === blockSize && block.every((byte) => byte === 0)) return null;
  const checksum = Number.parseInt(text("checksum"), 8);
  const isWhole = bytesRead === blockSize && checksum === checksumOf(block);
  if (!isWhole || text("type") !== "0" || !/^[0-7]+$/.test(text("size"))) {
    throw new BackupError("The file is not a backup, or it is damaged.");
  }
  const prefix = text("prefix");
  const path = prefix ? `${prefix}/${text("name")}` : text("name");
  return { path, start: at + blockSize, size: Number.parseInt(text("size"), 8) };
}

/** Lists the files of an archive. Throws a BackupError if it is damaged or something else. */
export async function readArchive(file: string): Promise<Entry[]> {
  const handle = await open(file);
  try {
    const entries: Entry[] = [];
    for (let at = 0; ;) {
      const entry = await readHeader(handle, at);
      if (!entry) return entries;
      entries.push(entry);
      at = entry.start + Math.ceil(entry.size / blockSize) * blockSize;
    }
  } finally {
    await handle.close();
  }
}

/** Returns the content of a file in an archive. */
export const readEntry = (file: string, { start, size }: Entry): Readable =>
  size === 0 ? Readable.from([]) : createReadStream(file, { start, end: start + size - 1 });
