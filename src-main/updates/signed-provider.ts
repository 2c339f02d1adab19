import electronUpdater, {
  type AppUpdater,
  type Provider as UpdateProvider,
  type ResolvedUpdateFileInfo,
  type UpdateInfo,
} from "electron-updater";
import type { ProviderRuntimeOptions } from "electron-updater/out/providers/Provider.js";
import type { Session } from "electron";
import { brand } from "../brand.ts";
import { signatureSuffix, verifyManifest } from "./manifest/manifest-signature.ts";
import type { ManifestTrust } from "./manifest-trust.ts";
import { parseManifest } from "./manifest/update-manifest.ts";
import type { UpdateSource } from "./manifest/update-source.ts";

/** Time until a manifest or signature must be complete. */
const timeoutMs = 20_000;

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

/** Fetches a small file. Rejects for any status but 200; does not follow redirects. */
async function fetchSmallFile(session: Session, url: URL): Promise<Buffer> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error("net::ERR_TIMED_OUT")), timeoutMs);
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

// The package is CommonJS, and its exports cannot be imported by name.
const { Provider } = electronUpdater;

type ProviderClass = new (
  options: unknown,
  updater: AppUpdater,
  runtime: ProviderRuntimeOptions,
) => UpdateProvider<UpdateInfo>;

/** Returns electron-updater's provider. It verifies the signature before it parses anything. */
export const signedProvider = ({ folder }: UpdateSource, trust: ManifestTrust): ProviderClass =>
  class SignedProvider extends Provider<UpdateInfo> {
    readonly #session: AppUpdater["netSession"];

    constructor(_options: unknown, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
      super(runtime);
      this.#session = updater.netSession;
    }

    override async getLatestVersion(): Promise<UpdateInfo> {
      const name = `${this.getDefaultChannelName()}.yml`;
      const bytes = await fetchSmallFile(this.#session, new URL(name, folder));
      const signatures = await fetchSmallFile(
        this.#session,
        new URL(`${name}${signatureSuffix}`, folder),
      );
      verifyManifest(brand.deepLinkScheme, { name, bytes }, signatures.toString(), trust.keys());
      const manifest = parseManifest(name, bytes);
      trust.accept(name, manifest);
      return manifest.info;
    }

    override resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(info.url, folder), info }));
    }
  };
