import { afterAll } from "vitest";

type Closable = { close(): unknown } | { remove(): unknown };

/** Awaits what all tests of a file use, such as a portal or a folder, and closes or removes it after them. */
export async function forFile<T extends Closable>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(async () => void (await ("close" in opened ? opened.close() : opened.remove())));
  return opened;
}
