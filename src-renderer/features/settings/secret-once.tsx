import { Button, Field, Input, makeStyles } from "@fluentui/react-components";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "#renderer/components/notice.tsx";
import { useCopy } from "#renderer/components/use-copy.ts";

const useStyles = makeStyles({
  stack: { display: "grid", gap: "16px", maxWidth: "712px", padding: "16px 0" },
  row: { display: "grid", gridTemplateColumns: "minmax(0, 1fr) auto", gap: "8px" },
  input: { minWidth: 0 },
  state: { ":empty": { position: "absolute" } },
});

type SecretOnceProps = {
  label: string;
  /** Says that it is not shown again. */
  notice: string;
  secret: string;
};

/** A secret that was just made, with a button that copies it. */
export function SecretOnce({ label, notice, secret }: SecretOnceProps) {
  const styles = useStyles();
  const { t } = useTranslation("webhooks");
  const { outcome, copy } = useCopy();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.stack}>
      <Notice intent="warning" takesFocus>
        {notice}
      </Notice>
      <Field label={label} size="large">
        {(props) => (
          <div className={styles.row}>
            <Input
              {...props}
              ref={field}
              className={styles.input}
              readOnly
              size="large"
              value={secret}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <Button size="large" onClick={() => void copy(field.current)}>
              {t("secret.copy")}
            </Button>
          </div>
        )}
      </Field>
      <div aria-live="polite" className={styles.state}>
        {outcome && t(`secret.${outcome}`)}
      </div>
    </div>
  );
}
