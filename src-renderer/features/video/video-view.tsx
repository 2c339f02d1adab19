import { makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import { Markdown } from "#renderer/components/markdown.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { type EntryView, useEntryStyles, useWatching } from "#renderer/features/reading/index.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import type { Entry } from "#shared/api/library.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { ChapterList } from "./chapter-list.tsx";
import { PlayerControls } from "./player-controls.tsx";
import { commandOf } from "./player-keys.ts";
import { type Cue, Transcript } from "./transcript.tsx";
import { VideoPlayer } from "./video-player.tsx";
import { useScreenStyles } from "./video-skeleton.tsx";
import { carryOut, type Command, type Outcome } from "./commands.ts";
import { setSpeed, type PlayerRef, useMoment, usualFrameRate } from "./use-player.ts";

/** Returns what a command led to, in words. */
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

/** Returns what carries out commands, and a message about the last one for screen readers. */
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

// The video is there before anybody wants to keep it.
const DownloadVideo = lazyChunk(() => import("#renderer/features/offline/download-video.tsx"));

/** A video: player with its controls and chapters, text and transcript. Keys work in all of it. */
const VideoView: EntryView = ({ entry, reload, setting }) => {
  const frame = useEntryStyles();
  const screen = useScreenStyles();
  const styles = useStyles();
  const { t } = useTranslation("video");
  const [cues, setCues] = useState<Cue[]>([]);
  const player = useRef<HTMLVideoElement>(null);
  const { message, run, tellRefused } = useCommands(player, entry);
  useWatching(entry, player, { enabled: setting === "library" });
  return (
    <div
      role="presentation"
      // Before the video: Chromium's controls would also move it by a hundredth at an arrow key.
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
                <ErrorBoundary fallback={null}>
                  <DownloadVideo slug={entry.slug} media={entry.media} />
                </ErrorBoundary>
              </div>
            )}
            <ChapterList entry={entry} player={player} />
          </>
        ) : (
          <Notice intent="warning">
            <p>{t(setting === "device" ? "keep.notKept" : "none")}</p>
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
