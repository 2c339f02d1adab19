import { Button, makeStyles } from "@fluentui/react-components";
import type { RefObject } from "react";
import { useButtonLook } from "./links.tsx";

const useStyles = makeStyles({ button: { justifySelf: "start", marginTop: "16px" } });

type Loaded = { data?: { pages: { items: unknown[] }[] } | undefined; hasNextPage: boolean };

type ShowOlderProps = {
  /** What `useApiPages` returned. */
  pages: Loaded & { isFetchingNextPage: boolean; fetchNextPage: () => Promise<Loaded> };
  /** The list of items, each of which can be focused. */
  list: RefObject<HTMLElement | null>;
  label: string;
};

/** A button for the next page of a list. The focus stays on it; when it is gone, it moves to the first new item. */
export function ShowOlder({ pages, list, label }: ShowOlderProps) {
  const styles = useStyles();
  const look = useButtonLook("secondary");
  if (!pages.hasNextPage) return null;
  const showOlder = async () => {
    const shown = list.current?.children.length ?? 0;
    const { hasNextPage } = await pages.fetchNextPage();
    if (hasNextPage) return;
    // After the new items were rendered.
    setTimeout(() => {
      const first = list.current?.children[shown];
      if (first instanceof HTMLElement) first.focus();
    });
  };
  return (
    <Button
      size="large"
      {...look}
      className={styles.button}
      disabledFocusable={pages.isFetchingNextPage}
      onClick={() => void showOlder()}
    >
      {label}
    </Button>
  );
}
