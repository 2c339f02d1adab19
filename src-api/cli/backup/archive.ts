import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream, ReadableWritablePair } from "node:stream/web";
import { pipeline } from "node:stream/promises";
import { createTarDecoder, type TarHeader } from "modern-tar";
import { packTar, type TarSource } from "modern-tar/fs";
import { BackupError } from "./backup-error.ts";

/** A file for an archive: its path there, and where it lies or what it contains. */
export type NewEntry = { path: string; from: string | Buffer };

/** A file in an archive. Its content has to be read to the end before the next file. */
export type Entry = { path: string; content: Readable };

const sourceOf = ({ path, from }: NewEntry): TarSource =>
  typeof from === "string"
    ? { type: "file", source: from, target: path }
    : { type: "content", content: from, target: path };

/** Writes an archive (tar) that only its owner can read, with the files in this order. Rejects if the file exists. */
export async function writeArchive(file: string, entries: readonly NewEntry[]): Promise<void> {
  const archive = packTar(entries.map(sourceOf), {
    map: ({ name, size, type }) => ({
      name,
      size,
      ...(type && { type }),
      mode: 0o600,
      mtime: new Date(0),
    }),
  });
  await pipeline(archive, createWriteStream(file, { flags: "wx", mode: 0o600, flush: true }));
}

type Decoded = { header: TarHeader; body: ReadableStream<Uint8Array> };
type Decoder = ReadableWritablePair<Decoded, Uint8Array>;

/** Reads the files of an archive, one after the other. Throws a BackupError if it is damaged or something else. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const entries = Readable.toWeb(createReadStream(file)).pipeThrough(
    createTarDecoder({ strict: true }) as Decoder, // has the types of browsers where these are known
  );
  try {
    for await (const { header, body } of entries) {
      // Links could lead out of the data folder.
      if (header.type !== "file") throw new Error(`${header.name} is no file`);
      yield { path: header.name, content: Readable.fromWeb(body) };
    }
  } catch (cause) {
    throw new BackupError("The file is not a backup, or it is damaged.", { cause });
  }
}
