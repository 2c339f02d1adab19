import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useRef, useState, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Markdown } from "#renderer/components/markdown.tsx";
import { useIsTextStored } from "#renderer/components/image-sources.ts";
import { DownloadVideo } from "#renderer/features/offline/index.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { type EntryView, useEntryStyles, useWatching } from "#renderer/features/reading/index.ts";
import type { Entry } from "#shared/api/library.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { formatDuration } from "#shared/formats.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { PlayerControls } from "./player-controls.tsx";
import { commandOf } from "./player-keys.ts";
import { type Cue, Transcript } from "./transcript.tsx";
import { VideoPlayer } from "./video-player.tsx";
import { useScreenStyles } from "./video-skeleton.tsx";
import { carryOut, type Command, type Outcome } from "./commands.ts";
import {
  setSpeed,
  type PlayerRef,
  useMoment,
  usualFrameRate,
  playFrom,
  usePresentPart,
} from "./use-player.ts";

const useChapterListStyles = makeStyles({
  section: { marginTop: "8px", [media.print]: { display: "none" } },
  heading: { marginBottom: "8px", fontSize: "21px", lineHeight: "28px" },
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 240px), 1fr))",
    gap: "8px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
  },
  chapter: {
    display: "grid",
    gridTemplateColumns: "44px minmax(0, 1fr)",
    alignItems: "center",
    gap: "8px",
    width: "100%",
    minHeight: "48px",
    padding: "8px 12px",
    border: "none",
    borderLeft: "4px solid transparent",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground1,
    font: "inherit",
    textAlign: "left",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorNeutralBackground3 },
  },
  present: {
    borderLeftColor: tokens.colorAccent,
    backgroundColor: tokens.colorNeutralBackground3,
    fontWeight: 600,
  },
  time: { color: tokens.colorBrandForegroundLink, fontVariantNumeric: "tabular-nums" },
});

type ChapterListProps = { entry: Pick<Entry, "chapters" | "language">; player: PlayerRef };

/** The chapters of a video as buttons that play from their start; the current one is highlighted. */
function ChapterList({ entry: { chapters, language }, player }: ChapterListProps) {
  const styles = useChapterListStyles();
  const { t } = useTranslation("video");
  const starts = useMemo(() => (chapters ?? []).map(({ at }) => at), [chapters]);
  const present = usePresentPart(player, starts);
  if (!chapters) return null;
  return (
    <section className={styles.section}>
      <Heading level={2} className={styles.heading}>
        {t("chapters")}
      </Heading>
      <ol className={styles.list}>
        {chapters.map(({ at, title }, i) => (
          <li key={at}>
            <button
              type="button"
              className={mergeClasses(styles.chapter, i === present && styles.present)}
              aria-current={i === present}
              onClick={() => playFrom(player, at)}
            >
              <span className={styles.time}>{formatDuration(at)}</span>
              <span lang={language}>{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Returns a function that describes the outcome of a command in words. */
function useOutcomeText(): (outcome: Outcome) => string {
  const { t } = useTranslation("video");
  const formats = useFormats();
  const moment = useMoment();
  return (outcome) => {
    switch (outcome.type) {
      case "position":
        return moment(outcome.at);
      case "speed":
        return t("speedNow", { speed: formats.number(outcome.speed) });
      case "captions":
        return t(outcome.isOn ? "captionsOn" : "captionsOff");
      case "sound":
        return t(outcome.isOn ? "soundOn" : "soundOff");
    }
  };
}

/** Returns functions that run commands and report a refused picture-in-picture, and the screen reader message. */
function useCommands(player: PlayerRef, entry: Pick<Entry, "media">) {
  const { t, i18n } = useTranslation("video");
  const textOf = useOutcomeText();
  const [message, setMessage] = useState("");
  const run = (command: Command) => {
    const video = player.current;
    if (!video) return;
    const framesPerSecond = entry.media?.framesPerSecond ?? usualFrameRate;
    const subject = { video, framesPerSecond, language: i18n.language, setSpeed };
    const outcome = carryOut(command, subject);
    if (outcome) setMessage(textOf(outcome));
  };
  return { message, run, tellRefused: () => setMessage(t("pictureRefused")) };
}

const useStyles = makeStyles({ keep: { minHeight: "44px" } });

/** A video: player with controls and chapters, text and transcript. Keyboard shortcuts work anywhere in it. */
const VideoView: EntryView = ({ entry, reload, setting }) => {
  const frame = useEntryStyles();
  const screen = useScreenStyles();
  const styles = useStyles();
  const { t } = useTranslation("video");
  const [cues, setCues] = useState<Cue[]>([]);
  const player = useRef<HTMLVideoElement>(null);
  const { message, run, tellRefused } = useCommands(player, entry);
  const isTextStored = useIsTextStored();
  useWatching(entry, player, { enabled: setting === "library" });
  return (
    <div
      role="presentation"
      // In the capture phase, before the video gets the event: Chromium's controls would also seek on arrow keys.
      onKeyDownCapture={(event) => {
        const command = player.current && commandOf(event);
        if (!command) return;
        event.preventDefault();
        event.stopPropagation();
        run(command);
      }}
    >
      <div className={screen.root}>
        {entry.media ? (
          <>
            <VideoPlayer
              title={entry.title}
              media={entry.media}
              poster={entry.video?.poster}
              reload={reload}
              player={player}
              onSeek={(by) => run({ type: "seek", by })}
              onCues={setCues}
            />
            <PlayerControls
              player={player}
              silent={entry.video?.silent ?? false}
              run={run}
              onRefused={tellRefused}
            />
            <LiveText>{message}</LiveText>
            {setting === "library" && (
              <div className={styles.keep}>
                <DownloadVideo slug={entry.slug} media={entry.media} />
              </div>
            )}
            <ChapterList entry={entry} player={player} />
          </>
        ) : (
          <Notice intent="warning">
            <p>{t(isTextStored ? "keep.notKept" : "none")}</p>
          </Notice>
        )}
      </div>
      <div className={frame.columns}>
        <div lang={entry.language} className={frame.column}>
          <Markdown>{entry.body}</Markdown>
        </div>
        <Transcript cues={cues} player={player} />
      </div>
    </div>
  );
};

export default VideoView;
