import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useShowMore, type ShownList, type ShownPages } from "#renderer/components/show-more.tsx";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  more: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 20px",
    marginTop: "48px",
    color: tokens.colorNeutralForeground2,
    "> p": { margin: 0 },
  },
});

type ShowMoreProps = { pages: ShownPages; shown: number; total?: number; list: ShownList };

/** A button for the next page of a list, with how many items there are. */
export function ShowMore({ pages, shown, total, list }: ShowMoreProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const { added, button } = useShowMore(pages, list);
  return (
    <div className={styles.more}>
      {pages.hasNextPage && <Button {...button}>{t("showMore")}</Button>}
      {pages.hasNextPage && total !== undefined && <p>{t("shown", { shown, total })}</p>}
      <p role="status">{added > 0 && t("added", { count: added })}</p>
    </div>
  );
}
