import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { flushSync } from "react-dom";
import { Trans, useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { checkUndoToken, undoEmailChange } from "../../../../src-shared/api/account.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import type { ApiFailure } from "../../../api-client/api-failure.ts";
import { call } from "../../../api-client/client.ts";
import { refresh } from "../../../api-client/query.ts";
import { FormFailure } from "../../../components/form/form-failure.tsx";
import { Form, FormActions } from "../../../components/form/form.tsx";
import { rootError } from "../../../components/form/server-errors.ts";
import { SubmitButton } from "../../../components/form/submit-button.tsx";
import { logOut } from "../../../session/log-out.ts";
import { addressRestored } from "./address-restored.ts";
import { AddressTaken } from "./address-taken.tsx";

const useStyles = makeStyles({
  consequences: { display: "grid", gap: "12px", margin: 0, paddingLeft: "20px" },
  address: { fontWeight: 600, overflowWrap: "anywhere" },
});

type UndoEmailChangeProps = { token: string; email: string };

/**
 * Says what undoing the change of address does, and does it by a click: programs that look through
 * mails open links, and must not use them up.
 */
export function UndoEmailChange({ token, email }: UndoEmailChangeProps) {
  const styles = useStyles();
  const { t } = useTranslation("sign-in");
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const undo = async () => {
    setBusy(true);
    setFailure(null);
    const { data, error } = await call(undoEmailChange, { params: { token } });
    setBusy(false);
    if (error?.code === "token-invalid") return refresh(checkUndoToken);
    if (error) return setFailure(error);
    const path = routePath("resetPassword", { token: data.resetToken });
    // Leaves this page first: at the end of a session, shown pages load anew, and the link is used up.
    flushSync(() => void navigate(path, { replace: true, state: addressRestored }));
    logOut();
  };
  return (
    <Form label={t("undo.form")} onSubmit={undo}>
      <ul className={styles.consequences}>
        <li>
          <Trans
            t={t}
            i18nKey="undo.account"
            values={{ address: email }}
            components={{ address: <span className={styles.address} /> }}
          />
        </li>
        <li>{t("undo.devices")}</li>
        <li>{t("undo.password")}</li>
      </ul>
      <FormFailure
        error={failure ? rootError(failure) : undefined}
        words={{ "address-taken": <AddressTaken /> }}
      />
      <FormActions>
        <SubmitButton busy={busy}>{t("undo.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
