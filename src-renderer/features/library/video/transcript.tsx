import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { tokens } from "../../../theme/tokens.ts";
import { formatDuration } from "../duration.ts";
import type { Cue } from "./cues.ts";

const useStyles = makeStyles({
  heading: {
    margin: "48px 0 12px",
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "34px",
  },
  list: { margin: 0, padding: 0, listStyleType: "none" },
  line: {
    display: "grid",
    gridTemplateColumns: "64px minmax(0, 1fr)",
    alignItems: "baseline",
    gap: "8px",
    padding: "2px 0",
  },
  time: {
    minHeight: "36px",
    padding: 0,
    border: "none",
    backgroundColor: "transparent",
    textAlign: "left",
    font: "inherit",
    fontVariantNumeric: "tabular-nums",
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: "underline",
    cursor: "pointer",
  },
});

type TranscriptProps = { cues: readonly Cue[]; onSeek: (seconds: number) => void };

/** What is said in a video, line by line; a time leads to its moment. */
export function Transcript({ cues, onSeek }: TranscriptProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  if (cues.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{t("video.transcript")}</h2>
      <ol className={styles.list}>
        {cues.map(({ seconds, text }) => (
          <li key={seconds} className={styles.line}>
            <button
              type="button"
              className={styles.time}
              aria-label={t("video.playFrom", { time: formatDuration(seconds) })}
              onClick={() => onSeek(seconds)}
            >
              {formatDuration(seconds)}
            </button>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
