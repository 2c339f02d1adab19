import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import S3rver from "s3rver";
import type { S3Settings } from "../infra/media-storage/s3-settings.ts";
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
  const server: Server = createServer((request, response) => {
    state.methods.push(request.method ?? "");
    if (state.fault === "hang") return;
    if (state.fault !== null) response.writeHead(state.fault).end();
    else {
      request.url = firstVersion(request.url);
      serve(request, response);
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
