import { makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Markdown } from "../../../components/markdown.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useEntryStyles } from "../entry/entry-frame.tsx";
import type { EntryView } from "../kinds.ts";
import { useWatching } from "../shelf/use-watching.ts";
import { type Cue, Transcript } from "./transcript.tsx";
import { VideoPlayer } from "./video-player.tsx";

const useStyles = makeStyles({
  screen: { maxWidth: "1040px", marginBottom: "40px" },
});

/** A video: player, text and transcript. */
export const VideoView: EntryView = ({ entry, reload }) => {
  const frame = useEntryStyles();
  const styles = useStyles();
  const { t } = useTranslation("library");
  const [cues, setCues] = useState<Cue[]>([]);
  const player = useRef<HTMLVideoElement>(null);
  useWatching(entry, player);
  const playFrom = (seconds: number) => {
    const video = player.current;
    if (!video) return;
    video.currentTime = seconds;
    video.scrollIntoView({ block: "center" });
    // Some browsers refuse without a user gesture; the play button remains.
    video.play().catch(() => {});
  };
  return (
    <>
      <div className={styles.screen}>
        {entry.media ? (
          <VideoPlayer
            title={entry.title}
            media={entry.media}
            poster={entry.video?.poster}
            reload={reload}
            player={player}
            onCues={setCues}
          />
        ) : (
          <Notice intent="warning">
            <p>{t("video.none")}</p>
          </Notice>
        )}
      </div>
      <div className={frame.columns}>
        <div lang={entry.language} className={frame.column}>
          <Markdown>{entry.body}</Markdown>
        </div>
        <Transcript cues={cues} onSeek={playFrom} />
      </div>
    </>
  );
};
