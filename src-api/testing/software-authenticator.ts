import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { encodeCBOR, type CBORType } from "@levischuck/tiny-cbor";
import type {
  AssertedCredential,
  CreatedCredential,
  CreationOptions,
  RequestOptions,
} from "#shared/api/passkeys.ts";

/** What tests make a device do wrong. */
type Wrong = {
  origin?: string;
  rpId?: string;
  counter?: number;
  /** Whether the user was verified by finger or PIN. */
  isVerified?: boolean;
  crossOrigin?: boolean;
  type?: string;
  userHandle?: string | null;
};

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const text = (data: Uint8Array) => Buffer.from(data).toString("base64url");

/** Flags of authenticator data: user present, user verified, attested credential. */
const flags = { present: 1, verified: 4, attested: 64 };

const origin = "http://portal.test";

/** The COSE form of a P-256 key. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const entries: [number, CBORType][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ];
  return Buffer.from(encodeCBOR(new Map(entries)));
}

function authenticatorData(rpId: string, flag: number, counter: number): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flag, 0);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), rest]);
}

/** A device that holds one passkey, in software: it signs whatever a test has it sign. */
export class SoftwareAuthenticator {
  readonly id = text(randomBytes(32));
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #userHandle: string | null = null;
  #counter = 0;

  #clientData(type: string, challenge: string, wrong: Wrong): Buffer {
    const { origin: shown = origin, crossOrigin = false } = wrong;
    return Buffer.from(
      JSON.stringify({ type: wrong.type ?? type, challenge, origin: shown, crossOrigin }),
    );
  }

  /** Creates the passkey. */
  create({ challenge, rp, user }: CreationOptions, wrong: Wrong = {}): CreatedCredential {
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const flag = flags.present | flags.attested | (wrong.isVerified === false ? 0 : flags.verified);
    const authData = Buffer.concat([
      authenticatorData(wrong.rpId ?? rp.id, flag, wrong.counter ?? 0),
      Buffer.alloc(16), // the model, which is not told
      length,
      id,
      coseKey(this.#keys.publicKey),
    ]);
    const attestation = new Map<string, CBORType>([
      ["fmt", "none"],
      ["attStmt", new Map<string, CBORType>()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: text(this.#clientData("webauthn.create", challenge, wrong)),
        attestationObject: text(encodeCBOR(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** Signs a login; counts up unless a counter is given. */
  assert({ challenge, rpId }: RequestOptions, wrong: Wrong = {}): AssertedCredential {
    this.#counter = wrong.counter ?? this.#counter + 1;
    const flag = flags.present | (wrong.isVerified === false ? 0 : flags.verified);
    const data = authenticatorData(wrong.rpId ?? rpId, flag, this.#counter);
    const clientData = this.#clientData("webauthn.get", challenge, wrong);
    const signature = sign(
      "sha256",
      Buffer.concat([data, sha256(clientData)]),
      this.#keys.privateKey,
    );
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(data),
        signature: text(signature),
        userHandle: wrong.userHandle === undefined ? this.#userHandle : wrong.userHandle,
      },
    };
  }
}
