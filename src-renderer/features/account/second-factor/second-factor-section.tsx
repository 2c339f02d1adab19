import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isAdmin } from "#shared/active-member.ts";
import { listSessions } from "#shared/api/account.ts";
import {
  beginEnrolment,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type Enrolment,
} from "#shared/api/second-factor.ts";
import { getMe } from "#shared/api/user.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { callRenewing } from "#renderer/session/renew-token.ts";
import { setUser, useUser } from "#renderer/session/session-store.ts";
import { PasswordDialog } from "../password-dialog.tsx";
import { EnrolmentForm } from "./enrolment-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "20px", justifyItems: "start", "& p": { margin: 0 } },
  actions: { display: "flex", flexWrap: "wrap", gap: "12px" },
});

type Act = "turnOn" | "renew" | "turnOff";

/** Shows what has changed: the state, the sessions that ended, and what the user may do now. */
async function showChange(): Promise<void> {
  void refresh(listSessions);
  await refresh(getSecondFactor);
  const { data } = await call(getMe, { silent: true });
  if (data) setUser(data);
}

/** Runs the acts that need the password, and keeps what they answer until it was seen. */
function useActs() {
  const [pendingAct, setPendingAct] = useState<Act | null>(null);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [turnedOff, setTurnedOff] = useState(false);
  const acts = {
    turnOn: async (body: { password: string }) => {
      const { data, error } = await call(beginEnrolment, { body });
      if (data) setEnrolment(data);
      return error;
    },
    renew: async (body: { password: string }) => {
      const { data, error } = await callRenewing(renewRecoveryCodes, { body });
      if (data) setCodes(data.recoveryCodes);
      return error;
    },
    turnOff: async (body: { password: string }) => {
      const { error } = await callRenewing(removeSecondFactor, { body });
      if (!error) setTurnedOff(true);
      return error;
    },
  };
  const carryOut = async (password: string) => {
    setTurnedOff(false);
    const failure = pendingAct && (await acts[pendingAct]({ password }));
    if (failure) return failure;
    setPendingAct(null);
    // A new key changes nothing yet, and new codes are shown first.
    if (pendingAct === "turnOff") await showChange();
    return null;
  };
  const confirmed = (recoveryCodes: string[]) => {
    setEnrolment(null);
    setCodes(recoveryCodes);
  };
  // An admin's rights begin with the factor and change what is around the codes, which are shown only once.
  const keep = () => {
    setCodes(null);
    void showChange();
  };
  return {
    pendingAct,
    setPendingAct,
    enrolment,
    setEnrolment,
    codes,
    keep,
    turnedOff,
    carryOut,
    confirmed,
  };
}

type SecondFactorSectionProps = {
  /** Called with whether a key or recovery codes are shown, which are lost when the section goes. */
  onBusy?: (isBusy: boolean) => void;
};

/** The second factor by one-time passwords: its state, turning it on and off, and its recovery codes. */
export function SecondFactorSection({ onBusy }: SecondFactorSectionProps) {
  const styles = useStyles();
  const { t } = useTranslation("second-factor");
  const formats = useFormats();
  const quiet = useButtonLook("secondary");
  const query = useApiQuery(getSecondFactor, {});
  const user = useUser();
  const { pendingAct, setPendingAct, enrolment, setEnrolment, codes, keep, ...acts } = useActs();
  const isBusy = codes !== null || enrolment !== null;
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy]);
  if (codes) return <RecoveryCodes codes={codes} onSaved={keep} />;
  if (enrolment) {
    const cancel = () => setEnrolment(null);
    return <EnrolmentForm enrolment={enrolment} onConfirmed={acts.confirmed} onCancel={cancel} />;
  }
  return (
    <QueryView query={query} loading={<LoadingLines lines={2} />} hidesStale>
      {({ since, recoveryCodesLeft }) => (
        <div className={styles.stack}>
          <p>{since ? t("on", { day: formats.deviceDay(since) }) : t("off")}</p>
          {since && <p>{t("left", { number: recoveryCodesLeft })}</p>}
          {since ? (
            <div className={styles.actions}>
              <Button size="large" {...quiet} onClick={() => setPendingAct("renew")}>
                {t("renew")}
              </Button>
              <DangerButton size="large" onClick={() => setPendingAct("turnOff")}>
                {t("turnOff")}
              </DangerButton>
            </div>
          ) : (
            <Button size="large" {...quiet} onClick={() => setPendingAct("turnOn")}>
              {t("turnOn")}
            </Button>
          )}
          <FormSuccess>{acts.turnedOff && t("turnedOff")}</FormSuccess>
          <PasswordDialog
            open={pendingAct !== null}
            title={t(`${pendingAct ?? "turnOn"}Question`)}
            action={pendingAct === "turnOff" ? t("turnOff") : t("continue")}
            isDanger={pendingAct === "turnOff"}
            onPassword={acts.carryOut}
            onClose={() => setPendingAct(null)}
          >
            <p>{t(`${pendingAct ?? "turnOn"}Why`)}</p>
            {pendingAct === "turnOff" && isAdmin(user) && <p>{t("turnOffAdmin")}</p>}
          </PasswordDialog>
        </div>
      )}
    </QueryView>
  );
}
