import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dayMs } from "#shared/durations.ts";
import { brand } from "../../brand.ts";
import { signatureSuffix, signManifest } from "../manifest/manifest-signature.ts";
import { withTerms, type ManifestTerms } from "../manifest/update-manifest.ts";
import { formatPublicKey } from "../manifest/update-source.ts";

type File = string | Buffer | ((response: ServerResponse) => void);

/** An update folder on a local server. */
export type UpdateFolder = {
  url: string;
  /** Its files by name. A function handles the response itself. */
  files: Map<string, File>;
  /** The requested paths in order. */
  requestedPaths: string[];
  close(): Promise<void>;
};

/** Starts a server with an empty update folder. */
export async function openUpdateFolder(): Promise<UpdateFolder> {
  const files = new Map<string, File>();
  const requestedPaths: string[] = [];
  const answer: RequestListener = ({ url = "" }, response) => {
    requestedPaths.push(url);
    const file = files.get(url.replace("/updates/", ""));
    if (typeof file === "function") return file(response);
    if (file === undefined) return void response.writeHead(404).end();
    const body = Buffer.from(file);
    return void response.writeHead(200, { "content-length": body.length }).end(body);
  };
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/updates/`,
    files,
    requestedPaths,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const sha512 = (content: string) => createHash("sha512").update(content).digest("base64");

/** The publisher's key pair in tests. */
export const owner = generateKeyPairSync("ed25519");

/** Returns terms of a manifest signed now with the owner's key; `given` overrides them. */
export const terms = (given: Partial<ManifestTerms> = {}): ManifestTerms => ({
  signedAt: Date.now(),
  expiresAt: Date.now() + 30 * dayMs,
  keys: [formatPublicKey(owner.publicKey)],
  ...given,
});

/** Returns a manifest as packaging writes it. */
export const manifestText = (version: string, file: string, hash: string, given = terms()) =>
  withTerms(bareManifest(version, file, hash), given);

const bareManifest = (version: string, file: string, hash: string) =>
  [
    `version: ${version}`,
    "files:",
    `  - url: ${file}`,
    `    sha512: ${hash}`,
    "    size: 40",
    `path: ${file}`,
    `sha512: ${hash}`,
    "releaseDate: '2026-01-02T03:04:05.000Z'",
    "",
  ].join("\n");

/** Adds a manifest and its signatures to a folder. */
export function publish(
  { files }: UpdateFolder,
  name: string,
  text: string | Buffer,
  ...keys: KeyObject[]
) {
  const signatures = signManifest(brand.deepLinkScheme, { name, bytes: Buffer.from(text) }, keys);
  files.set(name, text).set(`${name}${signatureSuffix}`, signatures);
}
