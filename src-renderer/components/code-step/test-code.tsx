import { Button, makeStyles } from "@fluentui/react-components";
import { Trans, useTranslation } from "react-i18next";
import { tokens } from "../../theme/tokens.ts";
import { TestModeMark } from "../test-mode-mark.tsx";

const useStyles = makeStyles({
  box: {
    display: "grid",
    gap: "8px",
    padding: "12px 16px",
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground2,
  },
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px 16px",
  },
  code: {
    color: tokens.colorNeutralForeground1,
    fontSize: "20px",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
  },
});

type TestCodeProps = {
  code: string;
  /** Writes the code into the form that this stands in; the form is sent then. */
  onFillIn: () => void;
};

/** The code itself, in demo mode without a mail server: there nobody gets a mail. */
export function TestCode({ code, onFillIn }: TestCodeProps) {
  const styles = useStyles();
  const { t } = useTranslation("forms");
  return (
    <div className={styles.box}>
      <span>
        <TestModeMark />
        {t("codeStep.noMail")}
      </span>
      <div className={styles.row}>
        <span>
          <Trans
            t={t}
            i18nKey="codeStep.testCode"
            values={{ code: code.replace(/^(\d{3})/, "$1\u00a0") }}
            components={{ code: <span className={styles.code} /> }}
          />
        </span>
        <Button
          onClick={({ currentTarget }) => {
            onFillIn();
            // Through the form, which is sent once however often this is pressed.
            currentTarget.closest("form")?.requestSubmit();
          }}
        >
          {t("codeStep.fillIn")}
        </Button>
      </div>
    </div>
  );
}
