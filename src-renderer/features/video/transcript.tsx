import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration } from "#shared/formats.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { withGoodBreaks } from "#renderer/i18n/line-ends.ts";
import { measure, media, tokens } from "#renderer/theme/tokens.ts";
import { playFrom, usePresentPart, type PlayerRef } from "./use-player.ts";

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
  section: { maxWidth: measure, marginTop: "48px", [media.wide]: { marginTop: 0 } },
  heading: { marginBottom: "12px" },
  list: { margin: 0, padding: 0, listStyleType: "none" },
  line: {
    display: "grid",
    gridTemplateColumns: "64px minmax(0, 1fr)",
    alignItems: "baseline",
    gap: "8px",
    padding: "2px 8px",
    marginLeft: "-12px",
    borderLeft: "4px solid transparent",
    [media.print]: { borderLeftColor: "transparent", backgroundColor: "transparent" },
  },
  present: {
    borderLeftColor: tokens.colorAccent,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  time: {
    minHeight: "36px",
    "@media (pointer: coarse)": { minHeight: "44px" },
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

type TranscriptProps = { cues: readonly Cue[]; player: PlayerRef };

/** The captions of a video as text; each time is a button that plays from there. The present line is marked. */
export function Transcript({ cues, player }: TranscriptProps) {
  const styles = useStyles();
  const { t } = useTranslation("video");
  const starts = useMemo(() => cues.map(({ seconds }) => seconds), [cues]);
  const present = usePresentPart(starts);
  if (cues.length === 0) return null;
  return (
    <section className={styles.section}>
      <Heading level={2} className={styles.heading}>
        {t("transcript")}
      </Heading>
      <ol className={styles.list}>
        {cues.map(({ seconds, text }, i) => (
          <li key={seconds} className={mergeClasses(styles.line, i === present && styles.present)}>
            <button
              type="button"
              className={styles.time}
              aria-label={t("playFrom", { time: formatDuration(seconds) })}
              aria-current={i === present}
              onClick={() => playFrom(player, seconds)}
            >
              {formatDuration(seconds)}
            </button>
            <span>{withGoodBreaks(text)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
