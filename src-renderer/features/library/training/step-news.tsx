import { Button, makeStyles } from "@fluentui/react-components";
import { ArrowUndoRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { counted } from "../../../../src-shared/training.ts";
import { Notice } from "../../../components/notice.tsx";
import type { StepNews } from "./use-steps.ts";

const useStyles = makeStyles({
  // While empty it must not take a row of the card's grid.
  region: { ":empty": { position: "absolute" } },
  line: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 16px" },
  undo: { minHeight: "44px" },
});

/** Returns what a change of the steps came to, in words. */
function useNewsText(): (news: StepNews) => string {
  const { t } = useTranslation("training");
  return (news) => {
    if (news.result !== "counted") return t(`news.${news.result}`);
    const { right } = news;
    return right >= counted.toGoOn ? t("news.passed", { right }) : t("news.repeat", { right });
  };
}

type StepNewsLineProps = { news: StepNews | null; busy: boolean; onUndo: () => void };

/** Says what the last answer came to, and offers to undo it. */
export function StepNewsLine({ news, busy, onUndo }: StepNewsLineProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const textOf = useNewsText();
  const isUndoable = news && news.result !== "undone" && news.result !== "stale";
  return (
    <div aria-live="polite" className={styles.region}>
      {news && (
        <Notice intent={isUndoable ? "success" : "info"}>
          <div className={styles.line}>
            {textOf(news)}
            {isUndoable && (
              <Button
                appearance="subtle"
                icon={<ArrowUndoRegular />}
                className={styles.undo}
                disabledFocusable={busy}
                onClick={onUndo}
              >
                {t("undo")}
              </Button>
            )}
          </div>
        </Notice>
      )}
    </div>
  );
}
