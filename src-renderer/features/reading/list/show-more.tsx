import { Button, makeStyles } from "@fluentui/react-components";
import { useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useButtonLook } from "#renderer/components/links.tsx";
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

type Loaded = { data?: { pages: { items: unknown[] }[] } | undefined; hasNextPage: boolean };

type ShowMoreProps = {
  /** What `useApiPages` returned. */
  pages: Omit<Loaded, "data"> & {
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<Loaded>;
  };
  shown: number;
  total?: number;
  /** The list of items, each of which contains a link. */
  list: RefObject<HTMLUListElement | null>;
};

/** A button for the next page of a list. After the last page the focus moves to its first new item. */
export function ShowMore({ pages, shown, total, list }: ShowMoreProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const [added, setAdded] = useState(0);
  const look = useButtonLook("secondary");
  const showMore = async () => {
    const { data, hasNextPage } = await pages.fetchNextPage();
    const now = data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? shown;
    setAdded(now - shown);
    if (hasNextPage) return;
    // After the new items were rendered.
    setTimeout(() => list.current?.children[shown]?.querySelector("a")?.focus());
  };
  return (
    <div className={styles.more}>
      {pages.hasNextPage && (
        <Button
          size="large"
          {...look}
          disabledFocusable={pages.isFetchingNextPage}
          onClick={() => void showMore()}
        >
          {t("showMore")}
        </Button>
      )}
      {pages.hasNextPage && total !== undefined && <p>{t("shown", { shown, total })}</p>}
      <p role="status">{added > 0 && t("added", { count: added })}</p>
    </div>
  );
}
