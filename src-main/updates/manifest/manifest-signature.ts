import { sign, verify, type KeyObject } from "node:crypto";

/** A manifest as it is published. */
export type PublishedManifest = {
  /** Its file's name, `latest-linux.yml`: which platform and architecture it is for. */
  name: string;
  bytes: Uint8Array;
};

/** What is added to a manifest's name for its signatures' file. */
export const signatureSuffix = ".sig";

/** As many keys as sign a manifest at most. */
export const mostKeys = 8;

/**
 * What is signed: the manifest's exact bytes, after the product and the name, so that no manifest
 * can take the place of another platform's or another product's.
 */
const signedMessage = (product: string, { name, bytes }: PublishedManifest): Buffer =>
  Buffer.concat([Buffer.from(`${product}/${name}\n`), bytes]);

/** The detached signatures as their file holds them: a line of base64 for each Ed25519 private key. */
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

/** Throws unless one of the keys has signed exactly this manifest of this product. */
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
  if (lines.length > mostKeys || !lines.some(isGenuine)) {
    throw new Error(`The signature of ${manifest.name} is not the publisher's.`);
  }
}
