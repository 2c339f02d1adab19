import { join } from "node:path";
import { flipFuses, FuseV1Options, FuseVersion } from "@electron/fuses";
import type { AfterPackContext, Configuration, Packager } from "electron-builder";
import { brandDirOf, readBrand } from "./src-api/brand.ts";
import { loadSettings } from "./src-api/settings.ts";
import { appIdOf } from "./src-main/brand.ts";
import { readUpdatePackaging } from "./src-main/updates/manifest/sign-packages.ts";

const brandDir = brandDirOf(loadSettings([]));
const brand = await readBrand(brandDir);
const appId = appIdOf(brand);

type Platform = "darwin" | "linux" | "win32" | "mas";

/** All fuses of Electron. A new fuse fails the build until it is set here. */
const fuses = (platform: Platform) =>
  ({
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: platform === "darwin",
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    // Not supported on Linux.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: platform !== "linux",
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true,
  }) as const;

/** Sets the fuses in Electron's executable. Throws if the file is not one or has an unknown fuse. */
export async function setFuses(executable: string, platform: Platform): Promise<void> {
  await flipFuses(executable, fuses(platform));
}

/** Returns the path of Electron's executable in the packed app, before signing. */
function executableOf({ electronPlatformName, appOutDir, packager }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === "linux") return join(appOutDir, brand.deepLinkScheme);
  return join(appOutDir, `${productFilename}.${electronPlatformName === "win32" ? "exe" : "app"}`);
}

const updates = readUpdatePackaging(brand.deepLinkScheme, process.env);

/**
 * Signs the manifests, which are written after all packages. No hook of the configuration runs then, so
 * this uses an event of the packager.
 */
const signed = new WeakSet<Packager>();
function signManifests({ info }: AfterPackContext["packager"]): void {
  if (!updates || signed.has(info)) return;
  signed.add(info);
  info.onArtifactCreated(async ({ file }) => void (await updates.sign(file)));
}

/** How the desktop app is packaged: `npm run desktop:build`. */
export default {
  appId,
  productName: brand.name,
  copyright: `© ${brand.owner}`,
  // The product name determines the folder of the user's data. A .deb needs a homepage. desktopName tells
  // Linux which desktop file a window belongs to.
  extraMetadata: { productName: brand.name, homepage: brand.homepage, desktopName: appId },
  directories: { output: "dist/desktop", buildResources: join(brandDir, "icons") },
  icon: join(brandDir, "icons/icon-512.png"),
  asar: true,
  // Main and preload are bundles without external modules.
  files: [
    "dist/{main,preload,renderer}/**",
    "dist/sbom.cdx.json",
    "package.json",
    "!**/node_modules/**",
    "!dist/renderer/.sources",
    "!dist/renderer/.vite/!(route-files.json)",
    "!dist/renderer/**/*.{br,gz}",
  ],
  npmRebuild: false,
  protocols: [{ name: brand.name, schemes: [brand.deepLinkScheme] }],
  // One folder and one channel, also for prereleases: the app uses no other.
  publish: updates ? [{ provider: "generic", url: updates.url, channel: "latest" }] : null,
  // Only these file names are accepted by the app, so the brand's name is not used.
  artifactName: `${brand.deepLinkScheme}-\${version}-\${os}-\${arch}.\${ext}`,
  afterPack: async (context) => {
    signManifests(context.packager);
    await setFuses(executableOf(context), context.electronPlatformName as Platform); // its name for it
  },
  linux: {
    target: ["AppImage", "deb"],
    category: "Education",
    executableName: brand.deepLinkScheme,
    syncDesktopName: true,
    maintainer: `${brand.owner} <${brand.contactEmail}>`,
    synopsis: brand.name,
  },
  // By default an integrated AppImage is started with --no-sandbox.
  appImage: { executableArgs: [] },
  // Updates use the zip.
  mac: { target: ["dmg", "zip"], category: "public.app-category.education", hardenedRuntime: true },
  win: { target: ["nsis"] },
} satisfies Configuration;
