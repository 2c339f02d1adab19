/** Thrown while the storage of media cannot be used. The message says why, for the log and for commands. */
export class MediaStorageError extends Error {
  override name = "MediaStorageError";
}

/** Returns whether an error of the file system says that there is no such file. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";
