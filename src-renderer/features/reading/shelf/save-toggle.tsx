import { Button, makeStyles } from "@fluentui/react-components";
import { BookmarkFilled, BookmarkRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { media } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  button: { minHeight: "44px", [media.print]: { display: "none" } },
});

type SaveToggleProps = { isSaved: boolean; onToggle: () => void };

/** The button that saves an entry or removes it again. */
export function SaveToggle({ isSaved, onToggle }: SaveToggleProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  return (
    <Button
      className={styles.button}
      aria-pressed={isSaved}
      icon={isSaved ? <BookmarkFilled /> : <BookmarkRegular />}
      onClick={onToggle}
    >
      {t(isSaved ? "saved" : "save")}
    </Button>
  );
}
