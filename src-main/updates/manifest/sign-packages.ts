import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { signatureSuffix, signManifest, verifyManifest } from "./manifest-signature.ts";
import { parseManifest } from "./update-manifest.ts";
import { readUpdateSource } from "./update-source.ts";

/** How updates are published. */
export type UpdatePackaging = {
  /** The folder that the app was told of. */
  url: string;
  /**
   * Writes the signature beside a manifest that was just written; other files are left alone.
   * Rejects for a manifest that the app would not take.
   */
  sign: (file: string) => Promise<void>;
};

/** A private key from PEM or from the file of that path. */
function readSigningKey(text: string): KeyObject {
  try {
    const key = createPrivateKey(text.includes("-----BEGIN") ? text : readFileSync(text));
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Told below, and without the text, which may be the key.
  }
  throw new Error(
    "DESKTOP_UPDATE_SIGNING_KEY has to be an Ed25519 private key in PEM, or the path of one.",
  );
}

/**
 * What packaging is told by its environment; null without DESKTOP_UPDATE_URL. Throws a sentence
 * when updates could not be signed, or not so that the packaged app believes them.
 */
export function readUpdatePackaging(
  product: string,
  environment: Record<string, string | undefined>,
): UpdatePackaging | null {
  if (!environment["DESKTOP_UPDATE_URL"]) return null;
  const { folder, publicKey } = readUpdateSource(environment);
  const signingKey = readSigningKey(environment["DESKTOP_UPDATE_SIGNING_KEY"] ?? "");
  if (!createPublicKey(signingKey).equals(publicKey)) {
    throw new Error("DESKTOP_UPDATE_PUBLIC_KEY is not that of DESKTOP_UPDATE_SIGNING_KEY.");
  }
  return {
    url: folder.href,
    sign: async (file) => {
      const name = basename(file);
      if (!/^latest[\w-]*\.yml$/.test(name)) return;
      const manifest = { name, bytes: await readFile(file) };
      parseManifest(name, manifest.bytes);
      const signature = signManifest(product, manifest, signingKey);
      verifyManifest(product, manifest, signature, publicKey);
      await writeFile(`${file}${signatureSuffix}`, signature);
    },
  };
}
