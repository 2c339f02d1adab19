import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MotifName } from "#resources/art/motif-names.ts";
import { measure, tokens } from "#renderer/theme/tokens.ts";
import { MotifArt } from "./cover-art/motif-art.tsx";
import { Heading } from "./heading.tsx";
import { Skeleton, SkeletonItem } from "./skeleton.tsx";

const useStyles = makeStyles({
  state: {
    display: "grid",
    justifyItems: "start",
    gap: "12px",
    padding: "40px 0",
    maxWidth: "56ch",
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  lines: { display: "grid", gap: "12px", padding: "8px 0" },
  // The lines of a text of 18 px.
  reading: { gap: "13px", padding: "6px 0", maxWidth: measure, fontSize: "18px" },
  lastOfParagraph: { width: "55%", marginBottom: "18px" },
  // What follows stays below the window until the length is known.
  tall: { minHeight: "100vh", alignContent: "start" },
});

type EmptyStateProps = { motif: MotifName; title: string; text?: string; action?: ReactNode };

/** Shown where there is nothing to show: a drawing, a sentence and one action. */
export function EmptyState({ motif, title, text, action }: EmptyStateProps) {
  const styles = useStyles();
  return (
    <div className={styles.state}>
      <MotifArt motif={motif} size={96} />
      <Heading level={2} size="small">
        {title}
      </Heading>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  );
}

export function LoadingLines({ lines = 6 }: { lines?: number }) {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <Skeleton aria-label={t("loading")} className={styles.lines}>
      {Array.from({ length: lines }, (_, i) => (
        <SkeletonItem key={i} size={16} />
      ))}
    </Skeleton>
  );
}

type LoadingTextProps = {
  lines?: number;
  /** Whether it is at least as tall as the window, for texts that have something below them. */
  tall?: boolean;
};

/** Placeholder for a text to read, in paragraphs of four lines. */
export function LoadingText({ lines = 12, tall = false }: LoadingTextProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <Skeleton
      aria-label={t("loading")}
      className={mergeClasses(styles.lines, styles.reading, tall && styles.tall)}
    >
      {Array.from({ length: lines }, (_, i) => (
        <SkeletonItem
          key={i}
          size={16}
          {...(i % 4 === 3 && { className: styles.lastOfParagraph })}
        />
      ))}
    </Skeleton>
  );
}
