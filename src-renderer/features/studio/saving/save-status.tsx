import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { formatMoment } from "#shared/formats.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import type { DraftState } from "./draft-saver.ts";

const useStyles = makeStyles({
  status: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 12px",
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: "14px",
    lineHeight: "20px",
  },
  failed: { color: tokens.colorPaletteRedForeground1, fontWeight: 600 },
});

/** Why something was not saved, as a key of the texts. */
function reasonOf({ kind, code, status }: ApiFailure) {
  if (code === "feature-disabled" || code === "read-only" || code === "not-found") return code;
  if (kind === "offline" || kind === "timeout" || kind === "unauthorized") return kind;
  if (status === 403) return "forbidden";
  return status === 413 || code === "payload-too-large" ? "too-large" : "other";
}

type SaveStatusProps = { state: DraftState; onRetry: () => void };

/** Says whether everything is saved, and if not, why and where the text is. Screen readers hear of trouble only. */
export function SaveStatus({ state, onRetry }: SaveStatusProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("studio");
  const { status, savedAt, isKept } = state;
  const kept = isKept ? ` ${t("status.kept")}` : "";
  const trouble =
    status.kind === "failed"
      ? t(`status.failed.${reasonOf(status.failure)}`) + kept
      : status.kind === "conflict"
        ? t("status.conflict") + kept
        : "";
  const calm =
    status.kind === "saved" && savedAt !== null
      ? t("status.savedAt", { time: formatMoment(savedAt, i18n.language) })
      : status.kind === "saved" || status.kind === "changed" || status.kind === "saving"
        ? t(`status.${status.kind}`)
        : "";
  return (
    <div className={styles.status}>
      {trouble ? <span className={styles.failed}>{trouble}</span> : <span>{calm}</span>}
      {status.kind === "failed" && status.failure.kind !== "unauthorized" && (
        <Button size="small" onClick={onRetry}>
          {t("status.retry")}
        </Button>
      )}
      <LiveText>{trouble}</LiveText>
    </div>
  );
}
