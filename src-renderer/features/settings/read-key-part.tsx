import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deleteReadKey, getReadKey, makeReadKey } from "#shared/api/read-key.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { ActionResult, useActionReport } from "#renderer/components/action-result.tsx";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError, type Failure } from "#renderer/components/form/use-submit.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { SettingRow } from "#renderer/components/setting-row.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { PasswordDialog } from "#renderer/features/account/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { measure, tokens } from "#renderer/theme/tokens.ts";
import { SecretOnce } from "./secret-once.tsx";

const useStyles = makeStyles({
  lead: { margin: "32px 0 16px", color: tokens.colorNeutralForeground2, maxWidth: measure },
  acts: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** The key with which another program reads the members, for admins: make, replace and delete it. */
export function ReadKeyPart() {
  const styles = useStyles();
  const { t } = useTranslation("webhooks");
  const { dateTime } = useFormats();
  const query = useApiQuery(getReadKey, {});
  const [made, setMade] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const { reported, report, clear } = useActionReport();
  const make = async (password: string): Promise<Failure | null> => {
    const { data, error } = await call(makeReadKey, { body: { password }, silent: true });
    if (error) return error;
    setMaking(false);
    setMade(data.key);
    await refresh(getReadKey);
    return null;
  };
  const removal = useMutation(async () => {
    const { error } = await call(deleteReadKey, { silent: true });
    if (error && error.code !== "not-found") return error;
    setDeleting(false);
    setMade(null);
    report({ text: t("key.removed") });
    await refresh(getReadKey);
    return null;
  });
  return (
    <>
      <p className={styles.lead}>{t("key.lead")}</p>
      <QueryView query={query} loading={<LoadingLines lines={2} />}>
        {({ key }) => (
          <SettingRow
            name={t("key.title")}
            value={key ? t("key.since", { date: dateTime(key.createdAt) }) : t("key.none")}
            hint={
              key &&
              (key.lastUsedAt ? t("key.used", { when: dateTime(key.lastUsedAt) }) : t("key.unused"))
            }
            action={
              <div className={styles.acts}>
                <Button
                  size="large"
                  onClick={() => {
                    clear();
                    setMaking(true);
                  }}
                >
                  {t(key ? "key.replace" : "key.make")}
                </Button>
                {key && (
                  <DangerButton
                    size="large"
                    onClick={() => {
                      removal.reset();
                      setDeleting(true);
                    }}
                  >
                    {t("key.remove")}
                  </DangerButton>
                )}
              </div>
            }
          >
            <ActionResult reported={reported} />
            <PasswordDialog
              open={isMaking}
              title={t(key ? "key.replaceTitle" : "key.makeTitle")}
              action={t(key ? "key.replace" : "key.make")}
              onPassword={make}
              onClose={() => setMaking(false)}
            >
              <p>{t(key ? "key.replaceText" : "key.makeText")}</p>
            </PasswordDialog>
          </SettingRow>
        )}
      </QueryView>
      {made !== null && (
        <SecretOnce key={made} label={t("key.label")} notice={t("key.once")} secret={made} />
      )}
      <ConfirmDialog
        open={isDeleting}
        isDanger
        title={t("key.removeTitle")}
        action={t("key.remove")}
        busy={removal.busy}
        onConfirm={() => void removal.run()}
        onClose={() => setDeleting(false)}
      >
        <p>{t("key.removeText")}</p>
        {removal.failure && <FormFailure error={rootError(removal.failure)} />}
      </ConfirmDialog>
    </>
  );
}
