import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { changingErrors, passwordSchema, renewedTokenSchema } from "./account.ts";
import { requiredText } from "./fields.ts";
import { sessionAnswerSchema, tokenParams } from "./sign-in.ts";

export const maxPasskeys = 20;

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null before the first login with it. */
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** Binary data as WebAuthn's JSON carries it. */
const base64url = (maxLength: number) =>
  z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength));
const credentialType = z.literal("public-key");

/** The longest id that WebAuthn allows: 1023 bytes. */
const credentialId = base64url(1364);
const credential = { id: credentialId, rawId: credentialId, type: credentialType };
const clientDataJSON = base64url(4_000);

const describedCredential = z.object({
  id: z.string(),
  type: credentialType,
  transports: z.optional(z.array(z.string())),
});

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, as far as it is used. */
const creationOptionsSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(describedCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type CreationOptions = z.infer<typeof creationOptionsSchema>;

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn: any passkey of the portal will do. */
const requestOptionsSchema = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  userVerification: z.literal("required"),
});
export type RequestOptions = z.infer<typeof requestOptionsSchema>;

/** `RegistrationResponseJSON` of WebAuthn, as far as it is used. */
const createdCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(16_000),
    transports: z.optional(
      z.array(z.string().check(z.regex(/^[\w-]{1,20}$/))).check(z.maxLength(10)),
    ),
  }),
});
export type CreatedCredential = z.infer<typeof createdCredential>;

/** `AuthenticationResponseJSON` of WebAuthn, as far as it is used. */
const assertedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4_000),
    signature: base64url(8_000),
    userHandle: z.optional(z.nullable(base64url(100))),
  }),
});
export type AssertedCredential = z.infer<typeof assertedCredential>;

export const listPasskeys = endpoint({
  method: "GET",
  path: "/me/passkeys",
  summary: "List the user's passkeys",
  access: "user",
  answer: z.object({ items: z.array(passkeySchema) }),
});

/**
 * Returns the options with which a device creates a passkey. The challenge in it works once, for five minutes, for this
 * session. 409 `limit-reached` with 20 passkeys.
 */
export const beginPasskey = endpoint({
  method: "POST",
  path: "/me/passkey-options",
  summary: "Begin to add a passkey",
  access: "user",
  errors: [...changingErrors, "limit-reached"],
  body: passwordSchema,
  answer: creationOptionsSchema,
});

export const passkeyNameSchema = z.object({ name: requiredText(60) });

/** Stores the passkey that a device created. 422 `passkey-invalid` if it cannot be verified, also too late. */
export const addPasskey = endpoint({
  method: "POST",
  path: "/me/passkeys",
  summary: "Add a passkey",
  access: "user",
  errors: [
    "passkey-invalid",
    "factor-needed",
    "enrolment-code-needed",
    "limit-reached",
    "too-many-requests",
  ],
  body: z.extend(passkeyNameSchema, { credential: createdCredential }),
  answer: z.extend(passkeySchema, renewedTokenSchema.shape),
  status: 201,
});

const passkeyParams = z.object({ id: z.uuid() });

export const renamePasskey = endpoint({
  method: "PUT",
  path: "/me/passkeys/:id",
  summary: "Rename a passkey",
  access: "user",
  params: passkeyParams,
  body: passkeyNameSchema,
  answer: passkeySchema,
});

/**
 * Removes a passkey and ends the sessions that began with it. The answer has the new token of the session in use, or null
 * where that has ended too.
 */
export const removePasskey = endpoint({
  method: "POST",
  path: "/me/passkeys/:id/removal",
  summary: "Remove a passkey",
  access: "user",
  errors: changingErrors,
  params: passkeyParams,
  body: passwordSchema,
  answer: z.object({ token: z.nullable(z.string()) }),
});

/** Returns the options with which a device logs in, the same for everybody: no address is asked for. */
export const beginPasskeyLogin = endpoint({
  method: "POST",
  path: "/login/passkey/options",
  summary: "Begin a login with a passkey",
  errors: ["feature-disabled", "too-many-requests"],
  answer: requestOptionsSchema,
});

/** Logs in. 401 `passkey-refused` for whatever reason: unknown, removed, too late, not verified. */
export const logInByPasskey = endpoint({
  method: "POST",
  path: "/login/passkey",
  summary: "Log in with a passkey",
  errors: ["feature-disabled", "passkey-refused", "too-many-requests"],
  body: z.object({ credential: assertedCredential }),
  answer: sessionAnswerSchema,
});

/** Returns whose account the link “This was not me” secures, without using it up; 404 `token-invalid`. */
export const checkSecureToken = endpoint({
  method: "GET",
  path: "/secure-account/:token",
  summary: "Check a link that secures an account, without using it up",
  errors: ["token-invalid"],
  params: tokenParams,
  answer: z.object({ email: z.string() }),
});
/**
 * Reports that it was somebody else: ends every session, removes all passkeys, invalidates codes and links, and
 * disables the password. The answer contains the token of a reset link for choosing a new password.
 */
export const secureAccount = endpoint({
  method: "POST",
  path: "/secure-account/:token",
  summary: "Secure an account that somebody else logged in to",
  errors: ["token-invalid"],
  params: tokenParams,
  answer: z.object({ email: z.string(), resetToken: z.string() }),
});
