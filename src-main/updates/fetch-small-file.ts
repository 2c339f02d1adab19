import type { Session } from "electron";

/** ms until a manifest or signature must be complete. */
const timeout = 20_000;

/** bytes; a manifest has about a thousand. */
const maxSize = 256 * 1024;

async function readAtMost(body: ReadableStream<Uint8Array>, size: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > size) throw new Error("it is larger than it may be");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Fetches a small file. Rejects for any status other than 200. Redirects are not followed, so that only
 * the given host is trusted.
 */
export async function fetchSmallFile(session: Session, url: URL): Promise<Buffer> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error("net::ERR_TIMED_OUT")), timeout);
  try {
    const answer = await session.fetch(url.href, {
      redirect: "error",
      credentials: "omit",
      cache: "no-store",
      signal: abort.signal,
    });
    if (answer.status !== 200 || !answer.body) throw new Error(`status ${answer.status}`);
    return await readAtMost(answer.body, maxSize);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${url.href} could not be read: ${reason}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
