import type { AssertedCredential } from "#shared/api/passkeys.ts";
import { call, goodPassword } from "./account-requests.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";
import type { TestPortal } from "./test-portal.ts";

/** Asks for what a device needs to create a passkey. */
export const beginPasskey = (test: TestPortal, token: string, password = goodPassword) =>
  call(test, "POST", "/me/passkey-options", { token, body: { password } });

export const addCredential = (test: TestPortal, token: string, credential: unknown, name = "Key") =>
  call(test, "POST", "/me/passkeys", { token, body: { name, credential } });

/** Adds a passkey to the user's account; returns its device, its id and the new token. */
export async function addPasskey(test: TestPortal, token: string, name = "Key") {
  const device = new SoftwareAuthenticator();
  const options = await beginPasskey(test, token);
  const { status, body } = await addCredential(test, token, device.create(options.body), name);
  if (status !== 201) throw new Error(`Adding a passkey failed: ${JSON.stringify(body)}`);
  return { device, id: body.id as string, token: body.token as string };
}

/** Returns what a device needs to log in. */
export const beginLogin = async (test: TestPortal) =>
  (await call(test, "POST", "/login/passkey/options")).body;

export const sendLogin = (test: TestPortal, credential: AssertedCredential, ip?: string) =>
  call(test, "POST", "/login/passkey", { body: { credential }, ...(ip && { ip }) });
