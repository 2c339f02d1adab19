import type { Readable } from "node:stream";

/** Part of a file: its first and last byte. */
export type ByteRange = { start: number; end: number };

export type StoredMedia = { name: string; storedAt: Date };

/**
 * Where files of media are stored: images and videos of imports and of the studio, PDFs that are sold, and with S3 also the files of the
 * content folder. Their names are the SHA-256 of their bytes, so that a name always stands for the same bytes.
 * Everything rejects with a MediaStorageError while the storage is unavailable.
 */
export type MediaStorage = {
  /** True if the files of the content folder are copied here as well, so that any machine can serve them. */
  holdsContentFolder: boolean;
  /** Returns the size of a file in bytes; null if there is none. */
  sizeOf: (name: string) => Promise<number | null>;
  /** Returns the bytes of a file, or a part of them; null if there is none. */
  read: (name: string, range: ByteRange | null) => Promise<Readable | null>;
  /** Copies a file here, unless it is there. It is there as a whole or not at all. */
  store: (path: string, name: string) => Promise<void>;
  /** Stores a file that is here already, such as a complete upload, under another name as well. */
  copy: (from: string, name: string) => Promise<void>;
  /**
   * Lists the files, and removes what copies that were killed have left behind.
   *
   * @param below what the names begin with; all without it
   */
  list: (now: Date, below?: string) => AsyncIterable<StoredMedia>;
  remove: (name: string) => Promise<void>;
};
