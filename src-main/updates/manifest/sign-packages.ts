import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { signatureSuffix, signManifest, verifyManifest } from "./manifest-signature.ts";
import { manifestLifetimeMs, withTerms, parseManifest } from "./update-manifest.ts";
import { formatPublicKey, readUpdateSource } from "./update-source.ts";

export type UpdatePackaging = {
  /** The update folder that is built into the app. */
  url: string;
  /** Signs a manifest next to it; false for other files. Rejects if the app would refuse it. */
  sign: (file: string) => Promise<boolean>;
};

const privateKeyPattern = /-----BEGIN PRIVATE KEY-----[^]*?-----END PRIVATE KEY-----/g;

/** Reads private keys from PEM text or from the file at that path. */
function readSigningKeys(text: string): KeyObject[] {
  try {
    const pem = text.includes("-----BEGIN") ? text : readFileSync(text, "utf8");
    const keys = (pem.match(privateKeyPattern) ?? []).map((key) => createPrivateKey(key));
    const areAllEd25519 = keys.every((key) => key.asymmetricKeyType === "ed25519");
    if (keys.length > 0 && areAllEd25519) return keys;
  } catch {
    // Reported below without the text, which may be the key.
  }
  throw new Error(
    "DESKTOP_UPDATE_SIGNING_KEY has to be an Ed25519 private key in PEM, or the path of one.",
  );
}

/** Reads the environment of packaging; null without DESKTOP_UPDATE_URL. Throws a readable message. */
export function readUpdatePackaging(
  product: string,
  environment: Record<string, string | undefined>,
  now: () => number = Date.now,
): UpdatePackaging | null {
  if (!environment["DESKTOP_UPDATE_URL"]) return null;
  const { folder, publicKeys } = readUpdateSource(environment);
  const signingKeys = readSigningKeys(environment["DESKTOP_UPDATE_SIGNING_KEY"] ?? "");
  const signs = (key: KeyObject) => signingKeys.some((own) => createPublicKey(own).equals(key));
  if (!publicKeys.some(signs)) {
    throw new Error("DESKTOP_UPDATE_PUBLIC_KEY is not that of DESKTOP_UPDATE_SIGNING_KEY.");
  }
  const keys = publicKeys.map(formatPublicKey);
  return {
    url: folder.href,
    sign: async (file) => {
      const name = basename(file);
      if (!/^latest[\w-]*\.yml$/.test(name)) return false;
      const signedAt = now();
      const terms = { signedAt, expiresAt: signedAt + manifestLifetimeMs, keys };
      const bytes = Buffer.from(withTerms(await readFile(file, "utf8"), terms));
      parseManifest(name, bytes);
      const signatures = signManifest(product, { name, bytes }, signingKeys);
      verifyManifest(product, { name, bytes }, signatures, publicKeys);
      await writeFile(file, bytes);
      await writeFile(`${file}${signatureSuffix}`, signatures);
      return true;
    },
  };
}
