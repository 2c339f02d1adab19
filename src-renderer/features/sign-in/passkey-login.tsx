import { Button } from "@fluentui/react-components";
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { beginPasskeyLogin, logInByPasskey } from "#shared/api/passkeys.ts";
import { minuteMs } from "#shared/durations.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError, type Failure } from "#renderer/components/form/use-submit.ts";
import { useIsInBrowser } from "#renderer/components/use-is-in-browser.ts";
import { useElapsed } from "#renderer/components/use-elapsed.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { signIn } from "#renderer/session/session-store.ts";

/** Time after which the browser gets a new challenge for its offer, before the present one expires. */
const renewedAfterMs = 4 * minuteMs;

/** Names of the errors by which browsers say that the user, or a new ceremony, ended one. */
const ended = new Set(["AbortError", "NotAllowedError"]);

/** `ended`: by the user, by leaving the page or by another ceremony. */
type Outcome = "logged-in" | "ended" | Failure;

const cancelCeremony = (): void => WebAuthnAbortService.cancelCeremony();

async function requestPasskey(useBrowserAutofill: boolean): Promise<Outcome> {
  const { data: optionsJSON, error } = await call(beginPasskeyLogin, {
    silent: useBrowserAutofill, // nobody asked for it
  });
  if (error) return error;
  try {
    const { id, rawId, type, response } = await startAuthentication({
      optionsJSON,
      useBrowserAutofill,
    });
    const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
    const signed = { clientDataJSON, authenticatorData, signature, userHandle };
    const credential = { id, rawId, type, response: signed };
    const answer = await call(logInByPasskey, { body: { credential } });
    if (answer.error) return answer.error;
    signIn(answer.data);
    return "logged-in";
  } catch (thrown) {
    if (thrown instanceof Error && ended.has(thrown.name)) return "ended";
    return { kind: "device", code: "device" };
  }
}

/** Asks the device for a passkey and logs in. Returns the failure to show; null also when it was cancelled. */
async function logInByButton(): Promise<Failure | null> {
  const outcome = await requestPasskey(false);
  return typeof outcome === "string" ? null : outcome;
}

/** Has the browser offer passkeys at the address field. Returns the failure of a chosen one. */
export async function logInByAutofill(signal: AbortSignal): Promise<Failure | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  while (!signal.aborted) {
    let isRenewed = false;
    const timer = setTimeout(() => {
      isRenewed = true;
      cancelCeremony();
    }, renewedAfterMs);
    const outcome = await requestPasskey(true);
    clearTimeout(timer);
    if (typeof outcome !== "string") return outcome.code === "passkey-refused" ? outcome : null;
    if (!isRenewed) return null;
  }
  return null;
}

type PasskeyCeremoniesProps = {
  /** How often the button was clicked; each click asks the device for a passkey. */
  requests: number;
};

/** Runs logins with passkeys until the page is left, and says why one failed. */
function PasskeyCeremonies({ requests }: PasskeyCeremoniesProps) {
  const { t } = useTranslation("passkeys");
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const run = async () => {
      setFailure(null);
      if (requests > 0) setFailure(await logInByButton());
      const refused = await logInByAutofill(signal);
      if (refused && !signal.aborted) setFailure(refused);
    };
    void run();
    return () => {
      leaving.abort();
      cancelCeremony();
    };
  }, [requests]);
  const words = {
    "passkey-refused": t("login.refused"),
    device: t("login.device"),
  };
  return <FormFailure error={failure ? rootError(failure) : undefined} words={words} />;
}

/** Time after which the browser offers passkeys at the address field: the page's own code comes first. */
const offeredAfterMs = 3_000;

/**
 * A button that logs in with a passkey, where passkeys can be used. The browser also offers them at the address
 * field, once the page is idle.
 */
export function PasskeyLogin({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("sign-in");
  const [requests, setRequests] = useState(0);
  const isIdle = useElapsed(offeredAfterMs);
  // The server cannot know; nearly all browsers have them.
  const isKnown = useIsInBrowser();
  if (isKnown && platform.passkeys !== "usable") return null;
  return (
    <>
      {(isIdle || requests > 0) && !disabled && <PasskeyCeremonies requests={requests} />}
      <Button size="large" onClick={() => setRequests((count) => count + 1)}>
        {t("login.passkey")}
      </Button>
    </>
  );
}
