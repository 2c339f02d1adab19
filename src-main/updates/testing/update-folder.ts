import { createHash, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brand } from "../../brand.ts";
import { signatureSuffix, signManifest } from "../manifest/manifest-signature.ts";

type File = string | Buffer | ((response: ServerResponse) => void);

/** A folder of updates on a server of this machine. */
export type UpdateFolder = {
  url: string;
  /** What it has, by name; a function answers as it likes. */
  files: Map<string, File>;
  /** The paths that were asked for, in order. */
  asked: string[];
  close(): Promise<void>;
};

/** Opens an empty folder of updates. */
export async function openUpdateFolder(): Promise<UpdateFolder> {
  const files = new Map<string, File>();
  const asked: string[] = [];
  const answer: RequestListener = ({ url = "" }, response) => {
    asked.push(url);
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
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const sha512 = (content: string) => createHash("sha512").update(content).digest("base64");

/** A manifest as electron-builder writes it. */
export const manifestText = (version: string, file: string, hash: string) =>
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

/** Puts a manifest and its signature into a folder. */
export function publish(
  { files }: UpdateFolder,
  name: string,
  text: string | Buffer,
  key: KeyObject,
) {
  const signature = signManifest(brand.deepLinkScheme, { name, bytes: Buffer.from(text) }, key);
  files.set(name, text).set(`${name}${signatureSuffix}`, signature);
}
