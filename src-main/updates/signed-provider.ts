import electronUpdater, {
  type AppUpdater,
  type Provider as UpdateProvider,
  type ResolvedUpdateFileInfo,
  type UpdateInfo,
} from "electron-updater";
import type { ProviderRuntimeOptions } from "electron-updater/out/providers/Provider.js";
import { brand } from "../brand.ts";
import { fetchSmallFile } from "./fetch-small-file.ts";
import { signatureSuffix, verifyManifest } from "./manifest/manifest-signature.ts";
import type { ManifestTrust } from "./manifest-trust.ts";
import { parseManifest } from "./manifest/update-manifest.ts";
import type { UpdateSource } from "./manifest/update-source.ts";

// The package is CommonJS, and its exports cannot be imported by name.
const { Provider } = electronUpdater;

type ProviderClass = new (
  options: unknown,
  updater: AppUpdater,
  runtime: ProviderRuntimeOptions,
) => UpdateProvider<UpdateInfo>;

/**
 * Returns the provider that fetches manifests for electron-updater. It accepts only manifests signed by
 * the publisher that are not outdated, and verifies the signature before it parses anything.
 */
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
