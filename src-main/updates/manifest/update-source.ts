import { createPublicKey, type KeyObject } from "node:crypto";
import { isEncryptedOrLocal } from "../../encrypted-or-local.ts";

/** Where updates come from, and the keys that must have signed them. */
export type UpdateSource = {
  /** The folder of manifests and packages; its path ends in a slash. */
  folder: URL;
  /** Ed25519, at least one. */
  publicKeys: KeyObject[];
};

/** Parses the folder's URL, with a trailing slash. Throws a readable message if it is invalid. */
function parseUpdateFolder(text: string): URL {
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

/** Parses an Ed25519 key from PEM or base64 SPKI (DER). Throws a readable message otherwise. */
export function parsePublicKey(text: string): KeyObject {
  try {
    const key = text.includes("-----BEGIN PUBLIC KEY-----")
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Reported below, like a key of another type.
  }
  throw new Error(
    "DESKTOP_UPDATE_PUBLIC_KEY has to be an Ed25519 public key, as PEM or as SPKI in base64.",
  );
}

/** Formats a key as base64 SPKI on one line. */
export const formatPublicKey = (key: KeyObject): string =>
  key.export({ format: "der", type: "spki" }).toString("base64");

const pemPattern = /-----BEGIN PUBLIC KEY-----[^]*?-----END PUBLIC KEY-----/g;

/** Parses one or more keys. Throws a readable message if one of them is invalid. */
const parsePublicKeys = (text: string): KeyObject[] =>
  (text.match(pemPattern) ?? text.trim().split(/[\s,]+/)).map(parsePublicKey);

type Built = Record<string, string | undefined>;

/** Reads the source from the build: whoever starts the app must not choose it. Throws if it is invalid. */
export const readUpdateSource = (built: Built): UpdateSource => ({
  folder: parseUpdateFolder(built["DESKTOP_UPDATE_URL"] ?? ""),
  publicKeys: parsePublicKeys(built["DESKTOP_UPDATE_PUBLIC_KEY"] ?? ""),
});
