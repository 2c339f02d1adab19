import { makeStyles, Skeleton, SkeletonItem } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MotifName } from "../../resources/art/motifs.ts";
import { tokens } from "../theme/tokens.ts";
import { LateMotif } from "./cover-art/late-art.tsx";
import { Heading } from "./heading.tsx";

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
});

type EmptyStateProps = { motif: MotifName; title: string; text?: string; action?: ReactNode };

/** Shown where there is nothing to show: a drawing, a sentence and one action. */
export function EmptyState({ motif, title, text, action }: EmptyStateProps) {
  const styles = useStyles();
  return (
    <div className={styles.state}>
      <LateMotif motif={motif} size={96} />
      <Heading level={2} size="small">
        {title}
      </Heading>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  );
}

/** Placeholder for lines of text while they load. */
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
