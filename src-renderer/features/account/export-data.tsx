import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { exportAccount } from "#shared/api/account.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { businessDay } from "#renderer/i18n/formats.ts";
import { PasswordDialog } from "./password-dialog.tsx";

const useStyles = makeStyles({ stack: { display: "grid", gap: "20px", justifyItems: "start" } });

/** Downloads all data about the user as a JSON file, after asking for the password. */
export function ExportData() {
  const styles = useStyles();
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState(false);
  const save = async (password: string) => {
    const { data, error } = await call(exportAccount, { body: { password } });
    if (error) return error;
    const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
    saveAsFile(`account-${businessDay(Date.now())}.json`, file);
    setOpen(false);
    setSaved(true);
    return null;
  };
  return (
    <div className={styles.stack}>
      <Button
        size="large"
        {...useButtonLook("primary")}
        onClick={() => {
          setSaved(false);
          setOpen(true);
        }}
      >
        {t("export.open")}
      </Button>
      <PasswordDialog
        open={open}
        title={t("export.question")}
        action={t("export.submit")}
        onPassword={save}
        onClose={() => setOpen(false)}
      >
        <p>{t("export.why")}</p>
      </PasswordDialog>
      <FormSuccess>{saved && t("export.done")}</FormSuccess>
    </div>
  );
}
