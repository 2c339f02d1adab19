import { sign, verify, type KeyObject } from "node:crypto";

export type PublishedManifest = {
  /** The file's name, such as `latest-linux.yml`; it says the platform and architecture. */
  name: string;
  bytes: Uint8Array;
};

export const signatureSuffix = ".sig";

/** Maximum number of keys that sign a manifest. */
export const maxKeys = 8;

/** Returns the signed message. It names product and file, so that a manifest serves no other. */
const signedMessage = (product: string, { name, bytes }: PublishedManifest): Buffer =>
  Buffer.concat([Buffer.from(`${product}/${name}\n`), bytes]);

/** Returns the content of the signature file: one line of base64 for each Ed25519 private key. */
export function signManifest(
  product: string,
  manifest: PublishedManifest,
  privateKeys: readonly KeyObject[],
): string {
  const message = signedMessage(product, manifest);
  return privateKeys.map((key) => `${sign(null, message, key).toString("base64")}\n`).join("");
}

/** 64 bytes. */
const signaturePattern = /^[A-Za-z0-9+/]{86}==$/;

/** Throws unless one of the keys signed exactly this manifest of this product. */
export function verifyManifest(
  product: string,
  manifest: PublishedManifest,
  signatures: string,
  publicKeys: readonly KeyObject[],
): void {
  const message = signedMessage(product, manifest);
  const lines = signatures.replace(/\n$/, "").split("\n");
  const isGenuine = (line: string) =>
    signaturePattern.test(line) &&
    publicKeys.some(
      (key) =>
        key.asymmetricKeyType === "ed25519" &&
        verify(null, message, key, Buffer.from(line, "base64")),
    );
  if (lines.length > maxKeys || !lines.some(isGenuine)) {
    throw new Error(`The signature of ${manifest.name} is not the publisher's.`);
  }
}
