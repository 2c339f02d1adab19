import { sign, verify, type KeyObject } from "node:crypto";

/** A manifest as it is published. */
export type PublishedManifest = {
  /** Its file's name, `latest-linux.yml`: which platform and architecture it is for. */
  name: string;
  bytes: Uint8Array;
};

/** What is added to a manifest's name for its signature's file. */
export const signatureSuffix = ".sig";

/**
 * What is signed: the manifest's exact bytes, after the product and the name, so that no manifest
 * can take the place of another platform's or another product's.
 */
const signedMessage = (product: string, { name, bytes }: PublishedManifest): Buffer =>
  Buffer.concat([Buffer.from(`${product}/${name}\n`), bytes]);

/** The detached signature as its file holds it: base64. The key is an Ed25519 private key. */
export const signManifest = (product: string, manifest: PublishedManifest, privateKey: KeyObject) =>
  `${sign(null, signedMessage(product, manifest), privateKey).toString("base64")}\n`;

/** 64 bytes. */
const signaturePattern = /^[A-Za-z0-9+/]{86}==\n?$/;

/** Throws unless the signature is the key owner's for exactly this manifest of this product. */
export function verifyManifest(
  product: string,
  manifest: PublishedManifest,
  signature: string,
  publicKey: KeyObject,
): void {
  const genuine =
    publicKey.asymmetricKeyType === "ed25519" &&
    signaturePattern.test(signature) &&
    verify(null, signedMessage(product, manifest), publicKey, Buffer.from(signature, "base64"));
  if (!genuine) throw new Error(`The signature of ${manifest.name} is not the publisher's.`);
}
