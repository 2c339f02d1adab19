import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { deleteAccount } from "#shared/api/account.ts";
import { isAdmin } from "#shared/active-member.ts";
import { routePath } from "#shared/routes.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { accountDeleted } from "#renderer/session/log-out.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { PasswordDialog } from "./password-dialog.tsx";

/** Whether the API has recorded the request of an admin, whose account another one deletes. */
const isRecorded = ({ code }: ApiFailure) => code === "another-admin-needed";

/** Deletes the account after asking for the password; /logout then clears this device. */
export function DeleteAccount() {
  const { t } = useTranslation("account");
  const navigate = useNavigate();
  const user = useUser();
  const [open, setOpen] = useState(false);
  const [recorded, setRecorded] = useState<string | null>(null);
  const remove = async (password: string) => {
    const { error } = await call(deleteAccount, { body: { password }, silent: isRecorded });
    if (error && isRecorded(error)) {
      setOpen(false);
      setRecorded(error.message);
      return null;
    }
    if (!error) await navigate(routePath("logout"), { state: accountDeleted });
    return error;
  };
  return (
    <>
      <DangerButton size="large" onClick={() => setOpen(true)}>
        {t("deletion.open")}
      </DangerButton>
      {recorded && <Notice>{recorded}</Notice>}
      <PasswordDialog
        open={open}
        isDanger
        title={t("deletion.question")}
        action={t(isAdmin(user) ? "deletion.request" : "deletion.submit")}
        words={{ "cancel-failed": t("deletion.cancelFailed") }}
        onPassword={remove}
        onClose={() => setOpen(false)}
      >
        {isAdmin(user) && <p>{t("deletion.admin")}</p>}
        <p>{t("deletion.gone")}</p>
        <p>{t("deletion.kept")}</p>
      </PasswordDialog>
    </>
  );
}
