import { Button } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LoginInPlace } from "#renderer/features/sign-in/index.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { WideDialog } from "../wide-dialog.tsx";

/** Asks for the login over an entry whose session expired. The text stays, and can be copied before. */
export function LoginAgain() {
  const { t } = useTranslation("studio");
  const user = useUser();
  const [last, setLast] = useState(user);
  const [isPutOff, setPutOff] = useState(false);
  if (user && user !== last) {
    setLast(user);
    setPutOff(false);
  }
  return (
    <>
      {!user && (
        <Button size="small" onClick={() => setPutOff(false)}>
          {t("loginAgain.action")}
        </Button>
      )}
      <WideDialog
        open={!user && !isPutOff}
        isForm
        title={t("loginAgain.title")}
        actions={<Button onClick={() => setPutOff(true)}>{t("loginAgain.later")}</Button>}
        onClose={() => setPutOff(true)}
      >
        <p>{t("loginAgain.text")}</p>
        <LoginInPlace email={last?.email ?? ""} />
      </WideDialog>
    </>
  );
}
