import { Button } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsInBrowser } from "#renderer/components/use-is-in-browser.ts";
import { useElapsed } from "#renderer/components/use-elapsed.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { PasskeyCeremonies } from "./passkey-ceremonies.tsx";

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
