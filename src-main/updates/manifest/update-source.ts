import { createPublicKey, type KeyObject } from "node:crypto";
import { isEncryptedOrLocal } from "../../encrypted-or-local.ts";

/** Where updates come from, and whose they have to be. */
export type UpdateSource = {
  /** The folder of manifests and packages; its path ends in a slash. */
  folder: URL;
  /** Ed25519, at least one. */
  publicKeys: KeyObject[];
};

/** The folder as an address that others resolve against. Throws a sentence for one that is none. */
export function parseUpdateFolder(text: string): URL {
  const url = URL.parse(text);
  if (
    !url ||
    !isEncryptedOrLocal(url) ||
    url.username !== "" ||
    url.search !== "" ||
    url.hash !== ""
  )
    throw new Error("DESKTOP_UPDATE_URL has to be an https address of a folder.");
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

/** An Ed25519 key from PEM, or from SPKI (DER) in base64. Throws a sentence for anything else. */
export function parsePublicKey(text: string): KeyObject {
  try {
    const key = text.includes("-----BEGIN PUBLIC KEY-----")
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Told below, as another kind of key is.
  }
  throw new Error(
    "DESKTOP_UPDATE_PUBLIC_KEY has to be an Ed25519 public key, as PEM or as SPKI in base64.",
  );
}

/** The key as SPKI in base64, on one line. */
export const formatPublicKey = (key: KeyObject): string =>
  key.export({ format: "der", type: "spki" }).toString("base64");

const pemPattern = /-----BEGIN PUBLIC KEY-----[^]*?-----END PUBLIC KEY-----/g;

/** One key or several, one after the other. Throws a sentence when one of them is none. */
const parsePublicKeys = (text: string): KeyObject[] =>
  (text.match(pemPattern) ?? text.trim().split(/[\s,]+/)).map(parsePublicKey);

type Built = Record<string, string | undefined>;

/**
 * What the app was built with. The environment of the running app does not count here: it is not
 * for whoever starts the app to say whose updates it takes. Throws when either part is unusable.
 */
export const readUpdateSource = (built: Built): UpdateSource => ({
  folder: parseUpdateFolder(built["DESKTOP_UPDATE_URL"] ?? ""),
  publicKeys: parsePublicKeys(built["DESKTOP_UPDATE_PUBLIC_KEY"] ?? ""),
});
