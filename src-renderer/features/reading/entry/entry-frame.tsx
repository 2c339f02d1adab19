import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFrame } from "#renderer/components/frame.ts";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { LoadingText } from "#renderer/components/states.tsx";
import { measure, media, tokens } from "#renderer/theme/tokens.ts";

/** Layout of an entry, shared with its skeleton. */
export const useEntryStyles = makeStyles({
  root: {
    paddingTop: "32px",
    paddingBottom: "80px",
    [media.phone]: { paddingTop: "12px", paddingBottom: "56px" },
    [media.print]: { padding: 0 },
  },
  header: {
    maxWidth: "760px",
    marginBottom: "40px",
    [media.phone]: { marginBottom: "24px" },
    [media.print]: { maxWidth: "none", marginBottom: "12px" },
  },
  /** A view with a picture of its own: on small screens that comes first, by its `order`. */
  pictureFirst: { [media.small]: { display: "flex", flexDirection: "column" } },
  around: { [media.small]: { display: "contents" } },
  /** Title and cover side by side, so that the text begins on the first screen. */
  besideCover: {
    maxWidth: "none",
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
    gap: "24px 40px",
    [media.wide]: { gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)", gap: "48px" },
    alignItems: "center",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
    [media.print]: { display: "block" },
  },
  /** The column of text, and on wide screens one beside it. */
  columns: {
    fontSize: "18px",
    [media.wide]: {
      display: "grid",
      // The edges of title and cover.
      gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)",
      alignItems: "start",
      gap: "48px",
    },
    [media.print]: { display: "block" },
  },
  column: {
    boxSizing: "border-box",
    width: "100%",
    maxWidth: measure,
    fontSize: "18px",
    [media.print]: { maxWidth: "none" },
  },
  cover: {
    borderRadius: tokens.borderRadiusXLarge,
    overflow: "hidden",
    lineHeight: 0,
    aspectRatio: "16 / 9",
    // The drawing fills the flatter picture of a phone and is cut off above and below.
    "> svg": { height: "100%" },
    [media.phone]: { aspectRatio: "5 / 2" },
    [media.print]: { display: "none" },
  },
});

const useStyles = makeStyles({
  root: { minHeight: "100vh" },
  lines: { display: "grid", alignContent: "start", gap: "16px", paddingTop: "52px" },
  short: { width: "55%" },
  cover: { height: "auto" },
});

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

export function EntrySkeleton({ cover, children }: EntrySkeletonProps) {
  const { frame: edges } = useFrame();
  const frame = useEntryStyles();
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <div className={mergeClasses(edges, frame.root, styles.root, !cover && frame.pictureFirst)}>
      <Skeleton aria-label={t("loading")}>
        <div className={mergeClasses(frame.header, cover && frame.besideCover)}>
          <div className={styles.lines}>
            <SkeletonItem size={48} />
            <SkeletonItem size={48} className={styles.short} />
            <SkeletonItem size={20} />
            <SkeletonItem size={20} className={styles.short} />
          </div>
          {cover && <SkeletonItem className={mergeClasses(frame.cover, styles.cover)} />}
        </div>
      </Skeleton>
      {children}
    </div>
  );
}
