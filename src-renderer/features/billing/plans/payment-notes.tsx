import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import type { paymentsSchema } from "#shared/api/catalogue.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { TestModeMark } from "#renderer/components/test-mode-mark.tsx";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  test: { margin: 0, color: tokens.colorNeutralForeground2 },
});

type PaymentNotesProps = z.infer<typeof paymentsSchema>;

/** Says that nobody can pay yet. */
export function NotSetUpNote() {
  const { t } = useTranslation();
  return <Notice intent="warning">{t("paymentsNotSetUp")}</Notice>;
}

/** Says that payments are unavailable or in test mode. */
export function PaymentNotes({ paymentsAvailable, paymentsSetUp, testMode }: PaymentNotesProps) {
  const styles = useStyles();
  const { t } = useTranslation("billing");
  return (
    <>
      {paymentsSetUp === false ? (
        <NotSetUpNote />
      ) : (
        !paymentsAvailable && <Notice intent="warning">{t("blocked")}</Notice>
      )}
      {testMode && (
        <p className={styles.test}>
          <TestModeMark />
          {t("testModeHint")}
        </p>
      )}
    </>
  );
}
