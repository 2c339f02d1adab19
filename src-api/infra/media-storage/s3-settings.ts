import * as z from "zod/mini";

const matching = (form: RegExp, error: string) =>
  z.optional(z.string().check(z.regex(form, { error })));
const key = matching(/^\S+$/, "has to be a key without blanks");

/** Environment variables of an S3-compatible service that stores media. */
export const s3Environment = {
  MEDIA_S3_ENDPOINT: z.optional(
    z.url({
      protocol: /^https?$/,
      error: "has to be an address such as https://s3.eu-central-1.example.com",
    }),
  ),
  MEDIA_S3_REGION: matching(/^[\w-]+$/, "has to be a region such as eu-central-1"),
  MEDIA_S3_BUCKET: matching(/^[\w.-]+$/, "has to be the name of a bucket such as portal-media"),
  MEDIA_S3_ACCESS_KEY: key,
  MEDIA_S3_SECRET_KEY: key,
  MEDIA_S3_PATH_STYLE: z.optional(z.enum(["0", "1"], { error: "has to be 0 or 1" })),
  MEDIA_S3_PREFIX: matching(
    /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\/?$/,
    "has to be a path such as portal/media",
  ),
};

type Variable = keyof typeof s3Environment;

/** An S3-compatible service, and the bucket in it that stores media. */
export type S3Settings = {
  /** Null: Amazon's own address in the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** The bucket is part of the path of addresses, not of the host. */
  pathStyle: boolean;
  /** What all names in the bucket begin with: empty, or with a slash at the end. */
  prefix: string;
};

const needed = [
  "MEDIA_S3_BUCKET",
  "MEDIA_S3_REGION",
  "MEDIA_S3_ACCESS_KEY",
  "MEDIA_S3_SECRET_KEY",
] as const satisfies Variable[];

/** Returns the settings; null if none is set. `fail` gets a sentence, without secrets, if they are incomplete. */
export function readS3Settings(
  set: { [Name in Variable]?: string | undefined },
  fail: (sentence: string) => never,
): S3Settings | null {
  const first = (Object.keys(s3Environment) as Variable[]).find((name) => set[name]);
  if (first === undefined) return null;
  const missing = needed.filter((name) => !set[name]);
  if (missing.length > 0) {
    return fail(
      `The environment variable ${first} needs ${missing.join(", ")} beside it: media are stored in an S3 service only if all of them are set.`,
    );
  }
  const prefix = set.MEDIA_S3_PREFIX ?? "";
  return {
    endpoint: set.MEDIA_S3_ENDPOINT ?? null,
    region: set.MEDIA_S3_REGION ?? "",
    bucket: set.MEDIA_S3_BUCKET ?? "",
    accessKey: set.MEDIA_S3_ACCESS_KEY ?? "",
    secretKey: set.MEDIA_S3_SECRET_KEY ?? "",
    pathStyle: set.MEDIA_S3_PATH_STYLE === "1",
    prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
  };
}
