import { startRegistration } from "@simplewebauthn/browser";
import { addPasskey, beginPasskey } from "#shared/api/passkeys.ts";
import { call } from "#renderer/api-client/client.ts";
import type { Failure } from "#renderer/components/form/use-submit.ts";
import { callRenewing } from "#renderer/session/renew-token.ts";

/** Codes of failures of the device, by the name of the error that the browser throws. */
const deviceFailures: Readonly<Record<string, string>> = {
  AbortError: "cancelled",
  NotAllowedError: "cancelled",
  InvalidStateError: "present",
};

/**
 * Has the device create a passkey and stores it under a name. Returns the failure to show; its code is
 * `cancelled`, `present` (the device has one already) or `device` when the device failed.
 */
export async function createPasskey(name: string, password: string): Promise<Failure | null> {
  const { data: optionsJSON, error } = await call(beginPasskey, { body: { password } });
  if (error) return error;
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    const credential = {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, transports },
    };
    return (await callRenewing(addPasskey, { body: { name, credential } })).error;
  } catch (thrown) {
    const code = (thrown instanceof Error && deviceFailures[thrown.name]) || "device";
    return { kind: "device", code };
  }
}
