import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type * as S3Sdk from "@aws-sdk/client-s3";
import { Lru } from "toad-cache";
import type { MediaStorage, StoredMedia } from "./media-storage.ts";
import { MediaStorageError } from "./media-storage-error.ts";
import type { S3Settings } from "./s3-settings.ts";

/** Timeouts in ms: members must not wait for a service that hangs. */
const timeouts = { connection: 3_000, answer: 10_000 };

/** Cached sizes of files: a name always stands for the same bytes. */
const maxCachedSizes = 2_000;

/** Files that are listed together. */
const pageSize = 250;

export const clientConfigOf = ({
  endpoint,
  region,
  accessKey,
  secretKey,
  pathStyle,
}: S3Settings): S3Sdk.S3ClientConfig => ({
  ...(endpoint && { endpoint }),
  region,
  credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  forcePathStyle: pathStyle,
  maxAttempts: 2,
  // other services than Amazon's know no checksums at the end of a body
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
  requestHandler: { connectionTimeout: timeouts.connection },
});

/** Loads the SDK, which is large, only where S3 is configured and used. */
async function openClient(
  settings: S3Settings,
): Promise<{ sdk: typeof S3Sdk; client: S3Sdk.S3Client }> {
  const sdk = await import("@aws-sdk/client-s3");
  return { sdk, client: new sdk.S3Client(clientConfigOf(settings)) };
}

const statusOf = (error: unknown) =>
  (error as Partial<S3Sdk.S3ServiceException>).$metadata?.httpStatusCode;

/** Resolves to null if there is no such object. Rejects with a MediaStorageError for other failures. */
const unlessMissing = <T>(answer: Promise<T>, what: string): Promise<T | null> =>
  answer.catch((cause: unknown) => {
    const isMissing = cause instanceof Error && /^(NotFound|NoSuchKey)$/.test(cause.name);
    if (isMissing) return null;
    const status = statusOf(cause);
    const reason =
      cause instanceof Error ? `${cause.name}: ${cause.message}` : "an answer that is no error";
    throw new MediaStorageError(
      `The S3 service that stores media failed to ${what}${status === undefined ? "" : ` (${status})`}: ${reason}`,
      { cause },
    );
  });

export function s3Storage(settings: S3Settings): MediaStorage {
  const { bucket: Bucket, prefix } = settings;
  const sizes = new Lru<number>(maxCachedSizes);
  let opened: ReturnType<typeof openClient> | null = null;
  const open = () => (opened ??= openClient(settings));
  const objectOf = (name: string) => ({ Bucket, Key: prefix + name });

  async function sizeOf(name: string): Promise<number | null> {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    const { sdk, client } = await open();
    const command = new sdk.HeadObjectCommand(objectOf(name));
    const sent = client.send(command, { requestTimeout: timeouts.answer });
    const size = (await unlessMissing(sent, "find a file"))?.ContentLength ?? null;
    if (size !== null) sizes.set(name, size);
    return size;
  }

  async function* list(_: Date, below = ""): AsyncGenerator<StoredMedia> {
    const { sdk, client } = await open();
    let after: string | undefined;
    do {
      const command = new sdk.ListObjectsV2Command({
        Bucket,
        Prefix: prefix + below,
        MaxKeys: pageSize,
        StartAfter: after,
      });
      const page = await unlessMissing(client.send(command), "list files");
      const found = page?.Contents ?? [];
      for (const { Key = "", LastModified = new Date() } of found) {
        yield { name: Key.slice(prefix.length), storedAt: LastModified };
      }
      after = page?.IsTruncated ? found.at(-1)?.Key : undefined;
    } while (after !== undefined);
  }

  return {
    holdsContentFolder: true,
    sizeOf,
    read: async (name, range) => {
      const { sdk, client } = await open();
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      const sent = client.send(new sdk.GetObjectCommand({ ...objectOf(name), Range }), {
        requestTimeout: timeouts.answer,
      });
      const found = await unlessMissing(sent, "read a file");
      if (!found) sizes.delete(name);
      return found?.Body instanceof Readable ? found.Body : null;
    },
    store: async (path, name) => {
      // what another process removed meanwhile must not count as stored
      sizes.delete(name);
      if ((await sizeOf(name)) !== null) return;
      const { sdk, client } = await open();
      const { size: ContentLength } = await stat(path);
      const Body = createReadStream(path);
      const command = new sdk.PutObjectCommand({ ...objectOf(name), Body, ContentLength });
      await unlessMissing(client.send(command), "store a file");
    },
    copy: async (from, name) => {
      const { sdk, client } = await open();
      sizes.delete(name);
      const CopySource = encodeURI(`${Bucket}/${prefix}${from}`);
      const command = new sdk.CopyObjectCommand({ ...objectOf(name), CopySource });
      await unlessMissing(client.send(command), "copy a file");
    },
    list,
    remove: async (name) => {
      const { sdk, client } = await open();
      sizes.delete(name);
      await unlessMissing(
        client.send(new sdk.DeleteObjectCommand(objectOf(name))),
        "remove a file",
      );
    },
  };
}
