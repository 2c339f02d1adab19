import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { formatMoment } from "#shared/formats.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useStateText } from "../entry-notice.tsx";
import type { DraftState } from "./draft-saver.ts";

const useStyles = makeStyles({
  status: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 12px",
    flex: "1 1 0",
    minWidth: "100px",
    color: tokens.colorNeutralForeground2,
    fontSize: "14px",
    lineHeight: "20px",
    [media.phone]: { fontSize: "13px", lineHeight: "18px" },
  },
  // Trouble has its own line where there is no room for it beside the buttons.
  trouble: { [media.phone]: { flexBasis: "100%" } },
  failed: { color: tokens.colorPaletteRedForeground1, fontWeight: 600 },
});

/** Why something was not saved, as a key of the texts. */
function reasonOf({ kind, code, status }: ApiFailure) {
  if (code === "feature-disabled" || code === "read-only" || code === "not-found") return code;
  if (code === "storage-full") return code;
  if (kind === "offline" || kind === "timeout" || kind === "unauthorized") return kind;
  if (status === 403) return "forbidden";
  return status === 413 || code === "payload-too-large" ? "too-large" : "other";
}

type SaveStatusProps = { state: DraftState; isReadOnly: boolean; onRetry: () => void };

/**
 * Says what readers see of an entry, and whether everything is saved; if not, why and where the text is. Screen readers hear of
 * trouble only.
 */
export function SaveStatus({ state, isReadOnly, onRetry }: SaveStatusProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("studio");
  const stateText = useStateText();
  const { entry, status, savedAt, isStored } = state;
  const isSaved = status.kind === "saved";
  const hasChanges = entry.state === "published" && (entry.isChanged || !isSaved);
  const shown = hasChanges ? t("status.unpublished") : stateText(entry);
  const kept = isStored ? ` ${t("status.kept")}` : "";
  const trouble =
    status.kind === "failed"
      ? t(`status.failed.${reasonOf(status.failure)}`) + kept
      : status.kind === "conflict"
        ? t(status.theirs.edited?.isOwn ? "status.conflictOwn" : "status.conflict") + kept
        : "";
  const isCalm = isSaved || status.kind === "changed" || status.kind === "saving";
  const time = isSaved && savedAt !== null ? formatMoment(savedAt, i18n.language) : null;
  const calm = isCalm
    ? time !== null
      ? t("status.savedAt", { time })
      : t(`status.${status.kind}`)
    : "";
  return (
    <div className={mergeClasses(styles.status, trouble !== "" && styles.trouble)}>
      {trouble ? (
        <span className={styles.failed}>{trouble}</span>
      ) : (
        <span>
          {shown}
          {!isReadOnly && (
            <>
              {" · "}
              <span>{calm}</span>
            </>
          )}
        </span>
      )}
      {status.kind === "failed" && status.failure.kind !== "unauthorized" && (
        <Button size="small" onClick={onRetry}>
          {t("status.retry")}
        </Button>
      )}
      <LiveText>{trouble}</LiveText>
    </div>
  );
}
