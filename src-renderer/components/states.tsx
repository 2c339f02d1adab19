import { Button, makeStyles, Skeleton, SkeletonItem } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MotifName } from "../../resources/art/motifs.ts";
import { tokens } from "../theme/tokens.ts";
import { LateMotif } from "./cover-art/late-art.tsx";

const useStyles = makeStyles({
  state: {
    display: "grid",
    justifyItems: "start",
    gap: "12px",
    padding: "40px 0",
    maxWidth: "56ch",
  },
  title: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "24px",
    lineHeight: "30px",
    margin: 0,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  lines: { display: "grid", gap: "12px", padding: "8px 0" },
});

type EmptyStateProps = { motif: MotifName; title: string; text?: string; action?: ReactNode };

/** Nothing to show: a drawing, a sentence and one action. */
export function EmptyState({ motif, title, text, action }: EmptyStateProps) {
  const styles = useStyles();
  return (
    <div className={styles.state}>
      <LateMotif motif={motif} size={96} />
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  );
}

type ErrorStateProps = {
  /** What kind of failure it was; decides the sentence. */
  kind?: string;
  onRetry: () => void;
};

/** Something did not load: what happened, and the way to try again. */
export function ErrorState({ kind, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  const text =
    kind === "offline"
      ? t("failed.offline")
      : kind === "timeout"
        ? t("failed.timeout")
        : t("failed.text");
  return (
    <div role="alert">
      <EmptyState
        motif="whistle"
        title={t("failed.title")}
        text={text}
        action={
          <Button size="large" onClick={onRetry}>
            {t("failed.retry")}
          </Button>
        }
      />
    </div>
  );
}

/** Lines of text that are on their way. */
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
