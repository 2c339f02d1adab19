import { Button, makeStyles } from "@fluentui/react-components";
import { useState, type RefObject } from "react";
import { focusReplacement } from "./keep-focus.ts";
import { useButtonLook } from "./links.tsx";

type Loaded = { data?: { pages: { items: unknown[] }[] } | undefined; hasNextPage: boolean };

/** What `useApiPages` returned. */
export type ShownPages = Loaded & {
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<Loaded>;
};

/** The list of items, each of which can be focused or contains a link. */
export type ShownList = RefObject<HTMLElement | null>;

/**
 * Returns the props of a button for the next page of a list, and how many items it added last. The focus stays on the button;
 * when it is gone, it moves to the first new item.
 */
export function useShowMore(pages: ShownPages, list: ShownList) {
  const [added, setAdded] = useState(0);
  const look = useButtonLook("secondary");
  const showMore = async () => {
    const shown = list.current?.children.length ?? 0;
    const { data, hasNextPage } = await pages.fetchNextPage();
    setAdded((data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? shown) - shown);
    if (hasNextPage) return;
    // After the new items were rendered.
    setTimeout(() => {
      const item = list.current?.children[shown];
      const target = item?.matches("[tabindex]") ? item : item?.querySelector("a");
      if (target instanceof HTMLElement) focusReplacement(target);
    });
  };
  const button = {
    size: "large" as const,
    ...look,
    disabledFocusable: pages.isFetchingNextPage,
    onClick: () => void showMore(),
  };
  return { added, button };
}

const useStyles = makeStyles({ button: { justifySelf: "start", marginTop: "16px" } });

type ShowOlderProps = { pages: ShownPages; list: ShownList; label: string };

/** A button for the next page of a list. */
export function ShowOlder({ pages, list, label }: ShowOlderProps) {
  const styles = useStyles();
  const { button } = useShowMore(pages, list);
  if (!pages.hasNextPage) return null;
  return (
    <Button {...button} className={styles.button}>
      {label}
    </Button>
  );
}
