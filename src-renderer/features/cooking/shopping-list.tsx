import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { media } from "#renderer/theme/tokens.ts";
import type { Ticks } from "./ticks.ts";

const useStyles = makeStyles({
  root: { display: "grid", gap: "8px", [media.print]: { display: "none" } },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
  button: { minHeight: "44px" },
  note: { margin: 0, minHeight: "24px" },
});

type ShoppingListProps = {
  /** The list as text. */
  text: () => string;
  onPrint: () => void;
  ticks: Ticks;
};

/** Buttons that copy the ingredients as a shopping list, print them without the method, and untick everything. */
export function ShoppingList({ text, onPrint, ticks }: ShoppingListProps) {
  const styles = useStyles();
  const { t } = useTranslation("recipe");
  const [outcome, setOutcome] = useState<"copied" | "notCopied" | "unticked" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setOutcome("copied");
    } catch {
      setOutcome("notCopied");
    }
  };
  return (
    <div className={styles.root}>
      <div className={styles.buttons}>
        <Button className={styles.button} onClick={() => void copy()}>
          {t("copyList")}
        </Button>
        <Button className={styles.button} onClick={onPrint}>
          {t("printList")}
        </Button>
        <Button
          className={styles.button}
          disabledFocusable={!ticks.hasAny}
          onClick={() => {
            ticks.clear();
            setOutcome("unticked");
          }}
        >
          {t("untick")}
        </Button>
      </div>
      <p role="status" className={styles.note}>
        {outcome && t(outcome)}
      </p>
    </div>
  );
}
