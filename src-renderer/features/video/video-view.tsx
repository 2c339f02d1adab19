import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { MediaActionTypes, MediaProvider, useMediaStore } from "media-chrome/react/media-store";
import { type RefObject, useEffect, useRef, useState, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Markdown } from "#renderer/components/markdown.tsx";
import { useIsTextStored } from "#renderer/components/image-sources.ts";
import { DownloadVideo } from "#renderer/features/offline/index.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { type EntryView, useEntryStyles, useWatching } from "#renderer/features/reading/index.ts";
import type { Entry } from "#shared/api/library.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { joinShortWords } from "#renderer/i18n/line-ends.ts";
import { formatDuration } from "#shared/formats.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { media, tokens, topBarHeight } from "#renderer/theme/tokens.ts";
import { KeyHelp, PlayerControls } from "./player-controls.tsx";
import { commandOf } from "./player-keys.ts";
import { type Cue, Transcript } from "./transcript.tsx";
import { VideoPlayer } from "./video-player.tsx";
import { useScreenStyles } from "./video-skeleton.tsx";
import { carryOut, type Command, type Outcome } from "./commands.ts";
import {
  createPlayer,
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
  const present = usePresentPart(starts);
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
              <span lang={language}>{joinShortWords(title)}</span>
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

/** Returns a function that runs commands, and the screen reader message about the last one. */
function useCommands(player: PlayerRef, entry: Pick<Entry, "media">) {
  const { t, i18n } = useTranslation("video");
  const textOf = useOutcomeText();
  const store = useMediaStore();
  const [message, setMessage] = useState("");
  const run = (command: Command) => {
    const video = player.current;
    if (!video) return;
    const framesPerSecond = entry.media?.framesPerSecond ?? usualFrameRate;
    const outcome = carryOut(command, {
      video,
      player: store,
      framesPerSecond,
      language: i18n.language,
      setSpeed,
      onRefused: () => setMessage(t("pictureRefused")),
    });
    if (outcome) setMessage(textOf(outcome));
  };
  return { message, run };
}

/** Gives the library's model the video, and what fills the screen. */
function usePlayerElements(player: PlayerRef, stage: RefObject<HTMLElement | null>): void {
  const store = useMediaStore();
  useEffect(() => {
    const give = (video: HTMLElement | null, frame: HTMLElement | null) => {
      store.dispatch({ type: MediaActionTypes.MEDIA_ELEMENT_CHANGE_REQUEST, detail: video });
      store.dispatch({ type: MediaActionTypes.FULLSCREEN_ELEMENT_CHANGE_REQUEST, detail: frame });
    };
    give(player.current, stage.current);
    return () => give(null, null);
  }, [store, player, stage]);
}

const useStyles = makeStyles({
  // Nothing on phones, where the player comes before the title (`useEntryStyles`) and stays in view while one reads.
  root: { [media.small]: { display: "contents" } },
  stage: {
    display: "grid",
    gap: "8px",
    maxWidth: "1040px",
    marginBottom: "12px",
    [media.small]: { order: -1, width: "100%" },
    [media.phone]: {
      position: "sticky",
      top: topBarHeight,
      zIndex: 5,
      gap: 0,
      width: "auto",
      // Up to the edges of the screen.
      margin: "-12px -16px 16px",
      padding: "0 16px 4px",
      backgroundColor: tokens.colorNeutralBackground1,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    [media.low]: { position: "static", marginTop: "-20px" },
    ":fullscreen": {
      display: "flex",
      flexDirection: "column",
      justifyContent: "center",
      maxWidth: "none",
      margin: 0,
      padding: "8px",
      backgroundColor: tokens.colorNeutralBackground1,
      // The picture takes what the controls leave.
      "& > :has(video)": { flexGrow: 1, minHeight: 0, gridTemplateRows: "minmax(0, 1fr)" },
      "& video": {
        height: "100%",
        minHeight: 0,
        maxHeight: "none",
        aspectRatio: "auto",
        objectFit: "contain",
        objectPosition: "center",
        backgroundColor: "transparent",
      },
    },
    [media.print]: { display: "none" },
  },
  tools: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "32px",
    minHeight: "44px",
    [media.print]: { display: "none" },
  },
});

const Player: EntryView = ({ entry, reload, setting }) => {
  const frame = useEntryStyles();
  const screen = useScreenStyles();
  const styles = useStyles();
  const { t } = useTranslation("video");
  const [cues, setCues] = useState<Cue[]>([]);
  const player = useRef<HTMLVideoElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  usePlayerElements(player, stage);
  const { message, run } = useCommands(player, entry);
  const isTextStored = useIsTextStored();
  useWatching(entry, player, { enabled: setting === "library" });
  const isSilent = entry.video?.silent ?? false;
  return (
    <div
      role="presentation"
      className={styles.root}
      // In the capture phase, before the position gets the event: its arrow keys go by small steps.
      onKeyDownCapture={(event) => {
        const command = player.current && commandOf(event);
        if (!command) return;
        event.preventDefault();
        event.stopPropagation();
        run(command);
      }}
    >
      {entry.media ? (
        <>
          <div ref={stage} data-player-stage="" className={styles.stage}>
            <VideoPlayer
              title={entry.title}
              media={entry.media}
              poster={entry.video?.poster}
              reload={reload}
              player={player}
              onPress={() => run({ type: "play" })}
              onSeek={(by) => run({ type: "seek", by })}
              onCues={setCues}
            />
            <PlayerControls player={player} silent={isSilent} run={run} />
            <LiveText>{message}</LiveText>
          </div>
          <div className={screen.root}>
            <div className={styles.tools}>
              {setting === "library" && <DownloadVideo slug={entry.slug} media={entry.media} />}
              <KeyHelp silent={isSilent} />
            </div>
            <ChapterList entry={entry} player={player} />
          </div>
        </>
      ) : (
        <div className={screen.root}>
          <Notice intent="warning">
            <p>{t(isTextStored ? "keep.notKept" : "none")}</p>
          </Notice>
        </div>
      )}
      <div className={frame.columns}>
        <div lang={entry.language} className={frame.column}>
          <Markdown>{entry.body}</Markdown>
        </div>
        <Transcript cues={cues} player={player} />
      </div>
    </div>
  );
};

/** A video: player with controls and chapters, text and transcript. Keyboard shortcuts work anywhere in it. */
const VideoView: EntryView = (props) => {
  const [store] = useState(createPlayer);
  return (
    <MediaProvider mediaStore={store}>
      {/* A video that becomes available gets a new player: the library is given its element once. */}
      <Player key={String(props.entry.media !== undefined)} {...props} />
    </MediaProvider>
  );
};

export default VideoView;
