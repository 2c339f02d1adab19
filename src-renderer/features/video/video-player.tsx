import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { media as screens, tokens } from "#renderer/theme/tokens.ts";
import { setSpeed, usePlaybackSpeed } from "./playback-speed.ts";
import type { Cue } from "./transcript.tsx";
import { useCaptions } from "./use-captions.ts";
import { useMedia, type Media } from "./use-media.ts";
import { useDoubleTap } from "./use-double-tap.ts";
import type { PlayerRef } from "./use-player.ts";
import { useScreenStyles } from "./video-skeleton.tsx";

const useStyles = makeStyles({
  frame: { display: "grid", gap: "16px", [screens.print]: { display: "none" } },
  video: {
    backgroundColor: tokens.colorNeutralBackground3,
    // A double tap seeks, and does not zoom.
    touchAction: "manipulation",
  },
  // On phones captions and controls stand below the picture: they would hide much of it.
  captioned: {
    [screens.phone]: {
      // Room for two lines above the controls.
      aspectRatio: "16 / 15",
      objectPosition: "top",
      ":fullscreen": { objectPosition: "center" },
      "::cue": { fontSize: "16px" },
    },
  },
  retry: { marginTop: "12px" },
});

type VideoPlayerProps = {
  title: string;
  media: Media;
  poster: string | undefined;
  reload: () => Promise<Entry | null>;
  /** Ref of the video element, to seek in it. */
  player: PlayerRef;
  /** Seeks by some seconds. */
  onSeek: (by: number) => void;
  /** Called with the captions in the interface's language once they are loaded. */
  onCues: (cues: Cue[]) => void;
};

/** Plays at a speed, after the video was loaded again too. */
function playAt({ current: video }: PlayerRef, speed: number): void {
  if (!video) return;
  // The one that loading sets.
  video.defaultPlaybackRate = speed;
  video.playbackRate = speed;
}

/**
 * A video with captions; those in the interface's language are on. An expired address is renewed once
 * without a message, and the video continues where it was.
 */
export function VideoPlayer(props: VideoPlayerProps) {
  const { title, media: first, poster, reload, player, onSeek, onCues } = props;
  const styles = useStyles();
  const screen = useScreenStyles();
  const { t, i18n } = useTranslation(["video", "common"]);
  const { media, attempt, failed, ...source } = useMedia(first, reload);
  useEffect(() => {
    // The element reloads a changed address on its own, but not the same one.
    if (attempt > 0) player.current?.load();
  }, [attempt, player]);
  const tapTwice = useDoubleTap(onSeek);
  const speed = usePlaybackSpeed((chosen) => chosen.speed);
  useEffect(() => playAt(player, speed), [player, speed]);
  useCaptions(player, i18n.language, onCues);
  useLayoutEffect(() => {
    const video = player.current;
    // Chromium keeps tracks that are removed together with their video, and the whole page with them.
    return () => video?.replaceChildren();
  }, [player]);
  const goOn = (video: HTMLVideoElement) => {
    const { seconds, playing } = source.resumeAt();
    if (seconds > 0) video.currentTime = seconds;
    // Some browsers refuse without a user gesture; the play button remains.
    if (playing) video.play().catch(() => {});
  };
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its tracks come from a list */}
      <video
        ref={player}
        className={mergeClasses(
          screen.video,
          styles.video,
          media.captions.length > 0 && styles.captioned,
        )}
        aria-label={title}
        src={media.source.src}
        poster={poster}
        preload="metadata"
        controls
        playsInline
        onTouchEnd={tapTwice}
        onError={({ currentTarget: video }) =>
          source.onFailure({ seconds: video.currentTime, playing: !video.paused })
        }
        onLoadedMetadata={({ currentTarget }) => goOn(currentTarget)}
        onRateChange={({ currentTarget }) => setSpeed(currentTarget.playbackRate)}
        onTimeUpdate={({ currentTarget }) => source.onProgress(currentTarget.currentTime)}
      >
        {media.captions.map(({ language, src }) => (
          <track
            key={language}
            kind="captions"
            src={src}
            srcLang={language}
            label={t(`common:languageName.${language}`)}
            default={language === i18n.language}
          />
        ))}
      </video>
      {failed && (
        <Notice intent="error">
          <p>{t("failed")}</p>
          <Button className={styles.retry} onClick={source.retry}>
            {t("common:failed.retry")}
          </Button>
        </Notice>
      )}
    </div>
  );
}
