import { Button, makeStyles } from "@fluentui/react-components";
import { Trans, useTranslation } from "react-i18next";
import { tokens } from "#renderer/theme/tokens.ts";
import { TestModeMark } from "#renderer/components/test-mode-mark.tsx";

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
  /** Writes the code into the surrounding form, which is submitted then. */
  onFillIn: () => void;
};

/** Shows the code in demo mode, where no mail server is set up. */
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
            // Submits through the form, which ignores a double click.
            currentTarget.closest("form")?.requestSubmit();
          }}
        >
          {t("codeStep.fillIn")}
        </Button>
      </div>
    </div>
  );
}
