import { generateSecret, generateURI, verifySync } from "otplib";
import type { Enrolment } from "#shared/api/second-factor.ts";

/** Seconds of a step: a code is valid for one, and accepted in the steps before and after. */
export const stepSeconds = 30;

/** Returns 160 random bits in Base32 (RFC 4226, section 4). */
export const newSecret = (): string => generateSecret();

/** Returns the step of a code, or a neighbour's (RFC 6238, 5.2), after `lastStep`; else null. */
export function stepOf(
  secret: string,
  code: string,
  { at, lastStep }: { at: Date; lastStep: number },
): number | null {
  const epoch = Math.floor(at.getTime() / 1000);
  const result = verifySync({
    secret,
    token: code,
    epoch,
    epochTolerance: stepSeconds,
    afterTimeStep: lastStep,
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}

/** Returns a text as the SVG path of a QR code. */
async function drawQr(text: string): Promise<Enrolment["picture"]> {
  const { create } = await import("qrcode");
  const { modules } = create(text, {});
  const { size } = modules;
  const dark = [...modules.data.keys()].filter((i) => modules.data[i]);
  return { size, path: dark.map((i) => `M${i % size} ${Math.floor(i / size)}h1v1h-1z`).join("") };
}

/** Returns a key as authenticator apps take it: as text, as address and as QR code. */
export async function presentSecret(
  secret: string,
  { issuer, email }: { issuer: string; email: string },
): Promise<Enrolment> {
  const uri = generateURI({ issuer, label: email, secret });
  return { secret, uri, picture: await drawQr(uri) };
}
