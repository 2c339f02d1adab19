import { Button, makeStyles } from "@fluentui/react-components";
import { ArrowDownloadRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { exportDiary } from "#shared/api/training-diary.ts";
import { call } from "#renderer/api-client/client.ts";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import type { queryOf } from "./use-diary-filter.ts";

const useStyles = makeStyles({
  root: { display: "grid", justifyItems: "start", gap: "8px" },
  button: { minHeight: "44px" },
  text: { margin: 0, fontSize: "15px", color: tokens.colorNeutralForeground2 },
});

/** Downloads the diary as a table. */
export function DiaryExport({ query }: { query: ReturnType<typeof queryOf> }) {
  const styles = useStyles();
  const { t } = useTranslation("training-diary");
  const { busy, run } = useMutation(async () => {
    const { data, error } = await call(exportDiary, { query });
    if (data instanceof Blob) saveAsFile("training-diary.csv", data);
    return error;
  });
  return (
    <div className={styles.root}>
      <Button
        size="large"
        className={styles.button}
        icon={<ArrowDownloadRegular />}
        disabledFocusable={busy}
        onClick={() => void run()}
      >
        {t("export.action")}
      </Button>
      <p className={styles.text}>{t("export.text")}</p>
    </div>
  );
}
