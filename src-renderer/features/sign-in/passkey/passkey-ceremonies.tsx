import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError, type Failure } from "#renderer/components/form/use-submit.ts";
import { cancelCeremony, logInByAutofill, logInByButton } from "./log-in-with-passkey.ts";

type PasskeyCeremoniesProps = {
  /** How often the button was clicked; each click asks the device for a passkey. */
  requests: number;
};

/** Runs logins with passkeys until the page is left, and says why one failed. */
export default function PasskeyCeremonies({ requests }: PasskeyCeremoniesProps) {
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
