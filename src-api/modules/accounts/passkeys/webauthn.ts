import ipaddr from "ipaddr.js";
import type {
  AssertedCredential,
  CreatedCredential,
  CreationOptions,
  RequestOptions,
} from "#shared/api/passkeys.ts";
import type { Portal } from "#api/portal.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import type { PasskeyRow } from "../schema.ts";
import type { ProvenUser } from "../users.ts";
import { challengeLifeMs } from "./passkey-challenges.ts";

/** Whether a host is this machine: browsers know it as `localhost`, and passkeys cannot belong to an IP address. */
function isThisMachine(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(address)) return host === "localhost";
  return ["loopback", "unspecified"].includes(ipaddr.process(address).range());
}

/** Returns host name and origin of passkeys. Changing the host name makes all of them useless. */
export function relyingParty({ config, brand }: Pick<Portal, "config" | "brand">) {
  const url = new URL(publicOrigin(config));
  if (isThisMachine(url.hostname)) url.hostname = "localhost";
  return { id: url.hostname, origin: url.origin, name: brand.name };
}

type Ground = Pick<Portal, "config" | "brand">;

/** COSE's numbers of EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/** Loads the library, of two hundred files, with the first passkey. */
const library = () => import("@simplewebauthn/server");

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** Returns the 16 bytes by which a device knows the user: the id, which says nothing about the person. */
const userHandle = (userId: string) =>
  new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex"));

/** Returns what a device needs to create a passkey for a user, unless it holds one of those already. */
export function creationOptions(
  ground: Ground,
  { id, email, name }: ProvenUser,
  { challenge, present }: { challenge: string; present: PasskeyRow[] },
): CreationOptions {
  const { origin: _, ...rp } = relyingParty(ground);
  return {
    rp,
    user: { id: textOf(userHandle(id)), name: email, displayName: name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: challengeLifeMs,
    excludeCredentials: present.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: "public-key",
      transports,
    })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/** Returns what a device needs to log in with any passkey of this portal that it holds. */
export const requestOptions = (ground: Ground, challenge: string): RequestOptions => ({
  rpId: relyingParty(ground).id,
  challenge,
  timeout: challengeLifeMs,
  userVerification: "required",
});

/** Runs a verification, whose library throws for everything that is wrong. */
const orNull = <T>(verification: Promise<T>): Promise<T | null> => verification.catch(() => null);

type NewCredential = Pick<PasskeyRow, "credentialId" | "publicKey" | "counter" | "transports">;

/** Verifies what a device created for a challenge; null if anything is not as it was asked for. */
export async function verifyCreated(
  ground: Ground,
  { response, ...credential }: CreatedCredential,
  expectedChallenge: string,
): Promise<NewCredential | null> {
  const { id, origin } = relyingParty(ground);
  const { transports = [], ...data } = response;
  const { verifyRegistrationResponse } = await library();
  const verified = await orNull(
    verifyRegistrationResponse({
      response: { ...credential, response: data, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified?.verified) return null;
  const { publicKey, counter, id: credentialId } = verified.registrationInfo.credential;
  return { credentialId, publicKey: textOf(publicKey), counter, transports };
}

/** Verifies a login for a challenge; returns the device's counter, or null if anything is wrong. */
export async function verifyAsserted(
  ground: Ground,
  { response, ...credential }: AssertedCredential,
  { passkey, challenge }: { passkey: PasskeyRow; challenge: string },
): Promise<number | null> {
  const { id, origin } = relyingParty(ground);
  const { userHandle: handle, ...data } = response;
  // A discoverable passkey tells whose it is.
  if (handle !== textOf(userHandle(passkey.userId))) return null;
  const { credentialId, publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await library();
  const verified = await orNull(
    verifyAuthenticationResponse({
      response: { ...credential, response: data, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: credentialId, publicKey: bytesOf(publicKey), counter },
      requireUserVerification: true,
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}
