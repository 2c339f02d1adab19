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
import { parseManifest } from "./manifest/update-manifest.ts";
import type { UpdateSource } from "./manifest/update-source.ts";

// The package is CommonJS whose exports cannot be imported by name.
const { Provider } = electronUpdater;

type ProviderClass = new (
  options: unknown,
  updater: AppUpdater,
  runtime: ProviderRuntimeOptions,
) => UpdateProvider<UpdateInfo>;

/**
 * The provider by which electron-updater gets its manifests: those of the folder that the key's
 * owner has signed, and no others. Nothing of a manifest is looked at before that.
 */
export const signedProvider = ({ folder, publicKey }: UpdateSource): ProviderClass =>
  class SignedProvider extends Provider<UpdateInfo> {
    readonly #session: AppUpdater["netSession"];

    constructor(_options: unknown, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
      super(runtime);
      this.#session = updater.netSession;
    }

    override async getLatestVersion(): Promise<UpdateInfo> {
      const name = `${this.getDefaultChannelName()}.yml`;
      const bytes = await fetchSmallFile(this.#session, new URL(name, folder));
      const signature = await fetchSmallFile(
        this.#session,
        new URL(`${name}${signatureSuffix}`, folder),
      );
      verifyManifest(brand.deepLinkScheme, { name, bytes }, signature.toString(), publicKey);
      return parseManifest(name, bytes);
    }

    override resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(info.url, folder), info }));
    }
  };
