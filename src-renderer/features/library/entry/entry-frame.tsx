import { makeStyles, mergeClasses, Skeleton, SkeletonItem } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LoadingText } from "../../../components/states.tsx";
import { contentWidth, media, tokens } from "../../../theme/tokens.ts";

/** Layout of an entry, shared with its skeleton. */
export const useEntryStyles = makeStyles({
  root: {
    boxSizing: "border-box",
    width: "100%",
    maxWidth: contentWidth,
    margin: "0 auto",
    padding: "32px 24px 80px",
    [media.phone]: { padding: "12px 16px 56px" },
    [media.print]: { padding: 0 },
  },
  /** The centred column of text. */
  column: {
    [media.print]: { maxWidth: "none" },
    boxSizing: "border-box",
    width: "100%",
    maxWidth: "66ch",
    margin: "0 auto",
    fontSize: "18px",
  },
  cover: {
    maxWidth: "1040px",
    margin: "0 auto 48px",
    borderRadius: tokens.borderRadiusXLarge,
    overflow: "hidden",
    lineHeight: 0,
    aspectRatio: "21 / 9",
    [media.phone]: { margin: "0 0 32px" },
    [media.print]: { display: "none" },
  },
});

const useStyles = makeStyles({
  root: { minHeight: "100vh" },
  header: { display: "grid", gap: "16px", margin: "60px 0 32px" },
  short: { width: "55%" },
  cover: { height: "auto" },
  screen: { aspectRatio: "16 / 9" },
});

/** Placeholder for the text of an entry. */
export function EntryTextSkeleton() {
  const frame = useEntryStyles();
  return (
    <div className={frame.column}>
      <LoadingText />
    </div>
  );
}

type EntrySkeletonProps = {
  cover: boolean;
  /** Placeholder for the view of the kind. */
  children: ReactNode;
};

/** Placeholder for an entry while it loads. */
export function EntrySkeleton({ cover, children }: EntrySkeletonProps) {
  const frame = useEntryStyles();
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <div className={mergeClasses(frame.root, styles.root)}>
      <Skeleton aria-label={t("loading")}>
        <div className={mergeClasses(frame.column, styles.header)}>
          <SkeletonItem size={48} />
          <SkeletonItem size={48} className={styles.short} />
          <SkeletonItem size={20} />
          <SkeletonItem size={20} className={styles.short} />
        </div>
        <SkeletonItem
          className={mergeClasses(frame.cover, styles.cover, !cover && styles.screen)}
        />
      </Skeleton>
      {children}
    </div>
  );
}
