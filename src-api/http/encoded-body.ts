import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";

/** Compression of a body that is sent many times; stronger than that of other answers. */
const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
type Encoding = keyof typeof compressors;
const encodings = Object.keys(compressors) as Encoding[];

/** Smallest body that is compressed, in bytes; as for other answers. */
const threshold = 1024;

function negotiate(accepted: string): Encoding | null {
  const allowed = new Negotiator({ headers: { "accept-encoding": accepted } }).encodings();
  return encodings.find((name) => allowed.includes(name)) ?? null;
}

/** A serialised answer that is sent many times. It is compressed once for each encoding, when first asked for. */
export class EncodedBody {
  readonly #bytes: Buffer;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string) {
    this.#bytes = Buffer.from(text);
  }

  /** Returns the bytes for a request's Accept-Encoding, and their encoding; null: not compressed. */
  async encodedFor(
    accepted: string | undefined,
  ): Promise<{ bytes: Buffer; encoding: Encoding | null }> {
    const encoding = accepted && this.#bytes.length >= threshold ? negotiate(accepted) : null;
    if (encoding === null) return { bytes: this.#bytes, encoding };
    const bytes = this.#compressed.get(encoding) ?? compressors[encoding](this.#bytes);
    this.#compressed.set(encoding, bytes);
    return { bytes: await bytes, encoding };
  }
}
