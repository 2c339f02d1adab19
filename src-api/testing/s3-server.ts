import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import { readdir, rm, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Settings } from "#api/infra/media-storage/s3-settings.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A server on this machine that speaks S3. Close it afterwards. */
export type S3Server = {
  settings: S3Settings;
  /** Requests that arrived, such as "PUT". */
  methods: string[];
  /** While it is set, all requests are answered with this status, or not at all (`hang`). */
  fault: number | "hang" | null;
  close: () => Promise<void>;
};

const bucket = "portal-media";

/**
 * Asks for a list by the first version of the protocol, whose answer has the same fields. The server makes the tokens of the
 * second version with a cipher that OpenSSL no longer has.
 */
const firstVersion = (url = "") =>
  url.replace(/([?&])list-type=2&?/, "$1").replace("start-after=", "marker=");

/** Answers two calls that the server lacks: which parts an upload in parts has, and its end before it is complete. */
async function answerUpload(
  root: string,
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const id = new URL(url, "http://s3").searchParams.get("uploadId");
  if (id === null || (method !== "GET" && method !== "DELETE")) return false;
  const folder = join(root, bucket, "._S3rver_uploads", id);
  const names = await readdir(folder).catch(() => null);
  response.setHeader("content-type", "application/xml");
  if (!names) {
    response.writeHead(404).end("<Error><Code>NoSuchUpload</Code></Error>");
  } else if (method === "DELETE") {
    await rm(folder, { recursive: true });
    response.writeHead(204).end();
  } else {
    const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
    const parts = numbers
      .toSorted((a, b) => a - b)
      .map(async (number) => {
        const { size } = await stat(join(folder, `${number}`));
        return `<Part><PartNumber>${number}</PartNumber><ETag>"${number}"</ETag><Size>${size}</Size></Part>`;
      });
    response.end(`<ListPartsResult>${(await Promise.all(parts)).join("")}</ListPartsResult>`);
  }
  return true;
}

/** Starts a server with an empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await temporaryFolder();
  const s3 = new S3rver({
    directory: folder.path,
    silent: true,
    // addresses of lists are changed on the way
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  await s3.configureBuckets();
  const serve = s3.callback();
  const state = { methods: [] as string[], fault: null as S3Server["fault"] };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (await answerUpload(folder.path, request, response)) return;
    request.url = firstVersion(request.url);
    serve(request, response);
  };
  const server: Server = createServer((request, response) => {
    state.methods.push(request.method ?? "");
    if (state.fault === "hang") return;
    if (state.fault !== null) response.writeHead(state.fault).end();
    else {
      void answer(request, response);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-central-1",
    bucket,
    accessKey: "S3RVER",
    secretKey: "S3RVER",
    pathStyle: true,
    prefix: "library/",
  };
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    await folder.remove();
  };
  return Object.assign(state, { settings, close });
}
