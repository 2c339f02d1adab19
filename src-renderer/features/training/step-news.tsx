import { Button, makeStyles } from "@fluentui/react-components";
import { ArrowUndoRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { Notice } from "#renderer/components/notice.tsx";
import { media } from "#renderer/theme/tokens.ts";
import type { StepNews } from "./pending-results.ts";

const useStyles = makeStyles({
  // While empty it must not take a row of the card's grid.
  region: { ":empty": { position: "absolute" } },
  line: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 16px" },
  undo: { minHeight: "44px", [media.phone]: { minHeight: "56px" } },
});

/** Returns the outcome of a change of steps in words. */
function useNewsText(): (news: StepNews) => string {
  const { t } = useTranslation("training");
  return (news) => {
    if (!("right" in news) || news.right === null) return t(`news.${news.result}`);
    const { right, of } = news;
    if (news.result === "done") return t("news.passed", { right, of });
    return t(news.result === "back" ? "news.tooFew" : "news.repeat", { right, of });
  };
}

/** Whether it came of a step, which can be undone. */
const isOfStep = ({ result }: StepNews) =>
  result !== "undone" && result !== "stale" && result !== "full";

type StepNewsLineProps = { news: StepNews | null; busy?: boolean; onUndo?: () => void };

/** Says what the last answer came to, and offers to undo it. */
export function StepNewsLine({ news, busy = false, onUndo }: StepNewsLineProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const textOf = useNewsText();
  const isUndoable = onUndo !== undefined && news !== null && isOfStep(news);
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
