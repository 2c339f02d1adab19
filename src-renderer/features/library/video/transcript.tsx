import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { formatDuration } from "../../../../src-shared/formats.ts";
import { Heading } from "../../../components/heading.tsx";
import { media, tokens } from "../../../theme/tokens.ts";

/** A line of the captions: its start in seconds, and its text on one line. */
export type Cue = { seconds: number; text: string };

/** Returns the cues of a loaded captions track, in order. */
export const cuesOf = ({ cues }: Pick<TextTrack, "cues">): Cue[] =>
  Array.from(cues ?? []).flatMap((cue) =>
    "text" in cue && typeof cue.text === "string"
      ? [{ seconds: cue.startTime, text: cue.text.replace(/\s+/g, " ").trim() }]
      : [],
  );

const useStyles = makeStyles({
  // In a column of its own on wide screens.
  section: { maxWidth: "66ch", marginTop: "48px", [media.wide]: { marginTop: 0 } },
  heading: { marginBottom: "12px" },
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

/** The captions of a video as text; each time is a button that plays from there. */
export function Transcript({ cues, onSeek }: TranscriptProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  if (cues.length === 0) return null;
  return (
    <section className={styles.section}>
      <Heading level={2} className={styles.heading}>
        {t("video.transcript")}
      </Heading>
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
