import { Button } from "@fluentui/react-components";
import { useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { useIsInBrowser } from "#renderer/components/use-is-in-browser.ts";
import { useElapsed } from "#renderer/components/use-elapsed.ts";
import { platform } from "#renderer/platform/current-platform.ts";

/** Time after which the browser offers passkeys at the address field: the page's own code comes first. */
const offeredAfterMs = 3_000;

const PasskeyCeremonies = lazyChunk(() => import("./passkey-ceremonies.tsx"));

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
  const failed = requests > 0 && <FormFailure error={{ type: "offline" }} />;
  return (
    <>
      {(isIdle || requests > 0) && !disabled && (
        <ErrorBoundary fallback={failed || null} resetKeys={[requests]}>
          <PasskeyCeremonies requests={requests} />
        </ErrorBoundary>
      )}
      <Button
        size="large"
        onPointerEnter={() => void PasskeyCeremonies.load().catch(() => {})}
        onClick={() => setRequests((count) => count + 1)}
      >
        {t("login.passkey")}
      </Button>
    </>
  );
}
