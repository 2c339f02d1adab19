import { Button, Field, Input, makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  listPreviews,
  makePreview,
  revokePreview,
  secretPreviewDays,
  type StudioEntry,
} from "#shared/api/studio.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useCopy } from "#renderer/components/use-copy.ts";
import { PasswordDialog } from "#renderer/features/account/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";

const useStyles = makeStyles({
  root: { display: "grid", gap: "12px", "> p": { margin: 0 } },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** The address of a preview. It is shown once: only its hash is stored. */
function NewAddress({ token }: { token: string }) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const field = useRef<HTMLInputElement>(null);
  const { outcome, copy } = useCopy();
  return (
    <>
      <Field label={t("preview.address")} hint={t("preview.once")}>
        <Input
          ref={field}
          readOnly
          value={new URL(routePath("secretPreview", { token }), location.origin).href}
        />
      </Field>
      <div className={styles.buttons}>
        <Button onClick={() => void copy(field.current)}>{t("preview.copy")}</Button>
        <span role="status">{outcome && t(`compare.${outcome}`)}</span>
      </div>
    </>
  );
}

/** Makes and revokes an address by which somebody without an account reads the working copy. */
export function SecretPreview({ entry }: { entry: StudioEntry }) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { businessTime } = useFormats();
  const { kind, slug } = entry;
  const [token, setToken] = useState<string | null>(null);
  const [until, setUntil] = useState(entry.previewUntil);
  const [isAsking, setAsking] = useState(false);
  const params = { kind, slug };
  const make = async (password: string) => {
    const { data, error } = await call(makePreview, { params, body: { password }, silent: true });
    if (error) return error;
    setToken(data.token);
    setUntil(data.until);
    setAsking(false);
    void refresh(listPreviews);
    return null;
  };
  const { busy, failure, run } = useMutation(async () => {
    const { error } = await call(revokePreview, { params });
    if (error) return error;
    setToken(null);
    setUntil(null);
    void refresh(listPreviews);
    return null;
  });
  if (entry.state === "published" && !entry.published?.metadata.free) {
    return <p>{t("preview.published")}</p>;
  }
  const action = t(until ? "preview.makeAgain" : "preview.make");
  return (
    <div className={styles.root}>
      <p>
        {until
          ? t("preview.until", { time: businessTime(until) })
          : t("preview.none", { count: secretPreviewDays })}
      </p>
      {token !== null && <NewAddress key={token} token={token} />}
      <div className={styles.buttons}>
        <Button onClick={() => setAsking(true)}>{action}</Button>
        {until && (
          <Button disabledFocusable={busy} onClick={() => void run()}>
            {t("preview.revoke")}
          </Button>
        )}
      </div>
      {failure && <FormFailure error={rootError(failure)} />}
      <PasswordDialog
        open={isAsking}
        title={t("preview.made")}
        action={action}
        words={{ "preview-impossible": t("preview.published") }}
        onPassword={make}
        onClose={() => setAsking(false)}
      >
        <p>{t("preview.ask", { count: secretPreviewDays })}</p>
      </PasswordDialog>
    </div>
  );
}
