import ipaddr from "ipaddr.js";
import * as z from "zod/mini";

/** Sockets of PostgreSQL have no host. */
const hasHost = ({ hostname, protocol, pathname }: URL) =>
  hostname !== "" || (protocol.startsWith("postgres") && /^\/./.test(pathname));

export const url = (protocol: RegExp, example: string) => {
  const error = `has to be an address such as ${example}`;
  const isWhole = (text: string) => !URL.canParse(text) || hasHost(new URL(text));
  return z.optional(z.url({ protocol, error }).check(z.refine(isWhole, { error })));
};

const isOrigin = (text: string | undefined) =>
  text === undefined || !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`;

/** The portal answers at the root of an address. */
export const publicUrl = url(/^https?$/, "https://portal.example.com").check(
  z.refine(isOrigin, {
    error:
      "has to be an address without a user or a path, such as https://portal.example.com: the portal needs a host name of its own",
  }),
);

/** Splits a comma-separated list; blank entries are dropped. */
export const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((value) => value.trim())
    .filter(Boolean);

export const isProxy = (value: string) =>
  value === "loopback" || ipaddr.isValid(value) || ipaddr.isValidCIDR(value);

export const isHost = (value: string) =>
  /^[a-z\d_]([a-z\d._-]*[a-z\d])?$/i.test(value) || ipaddr.isValid(value);

/** A list of at least one value. */
export const listWhere = (isValue: (value: string) => boolean, error: string) =>
  z
    .string()
    .check(z.refine((text) => listOf(text).length > 0 && listOf(text).every(isValue), { error }));

/** A whole number in a range, in digits; `error` says what it has to be. */
export const wholeNumber = (min: number, max: number, error: string) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d+$/, { error })), z.transform(Number)),
    z.number().check(z.gte(min, { error }), z.lte(max, { error })),
  );

export const host = z.string().check(
  z.refine(isHost, {
    error: "has to be an address of this machine without a port, such as 127.0.0.1",
  }),
);
export const portNumber = wholeNumber(0, 65_535, "has to be a port number, 0 to 65535");

export const oneOf = (...values: string[]) =>
  z.optional(
    z.enum(values, {
      error: `has to be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`,
    }),
  );
