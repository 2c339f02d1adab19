import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, useLayoutEffect, useRef, type TouchEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#shared/api/library.ts";
import { languageTitle } from "#shared/languages.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { media as screens, tokens } from "#renderer/theme/tokens.ts";
import { setSpeed, usePlaybackSpeed, type PlayerRef } from "./use-player.ts";
import { type Cue, cuesOf } from "./transcript.tsx";
import { useScreenStyles } from "./video-skeleton.tsx";
import { brand } from "#renderer/platform/brand.ts";

type Media = NonNullable<Entry["media"]>;

/** The position of a video in seconds, and whether it is playing. */
type Position = { seconds: number; playing: boolean };

/** Seconds of playback after which another failure triggers another renewal. */
const playedBeforeRenewalSeconds = 5;

/**
 * Manages the signed addresses of a video, which expire. After a failure the entry is fetched again and
 * the player continues where it was; a second failure in a row is shown. Refetched entries do not
 * change the addresses, because that would interrupt a playing video.
 */
function useMedia(first: Media, reload: () => Promise<Entry | null>) {
  const [media, setMedia] = useState(first);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const renewed = useRef(false);
  const resume = useRef<Position>({ seconds: 0, playing: false });
  const seen = useRef(0);

  const renew = async () => {
    renewed.current = true;
    const fresh = (await reload())?.media;
    setFailed(!fresh);
    if (!fresh) return;
    setMedia(fresh);
    setAttempt((count) => count + 1);
  };
  return {
    media,
    /** The number of renewals: the player must load again when it changes. */
    attempt,
    failed,
    /** Returns the position to continue at after a renewal. */
    resumeAt: () => resume.current,
    onFailure: (position: Position) => {
      // A video that failed before it loaded reports 0: use the last known position.
      resume.current = { ...position, seconds: position.seconds || seen.current };
      if (renewed.current) setFailed(true);
      else void renew();
    },
    onProgress: (seconds: number) => {
      if (seconds > 0) seen.current = seconds;
      if (seconds > resume.current.seconds + playedBeforeRenewalSeconds) renewed.current = false;
    },
    retry: () => void renew(),
  };
}

/** Time within which a second tap belongs to the first. */
const tapIntervalMs = 300;

/** Seconds of a double tap. */
const skipSeconds = 10;

/** Way of a finger, in px, above which its touch is no tap. */
const tapSlop = 10;

/** Returns the half of an element that a touch is on: -1 for the left, 1 for the right. */
function touchedHalf({ clientX }: { clientX: number }, element: HTMLElement): -1 | 1 {
  const { left, width } = element.getBoundingClientRect();
  return clientX < left + width / 2 ? -1 : 1;
}

/** Returns handlers of touches: two taps on the left half of a video go ten seconds back, on the right half on. */
function useDoubleTap(onSeek: (by: number) => void) {
  /** Where the only finger came down. */
  const start = useRef<{ clientX: number; clientY: number } | null>(null);
  const first = useRef<{ half: -1 | 1; at: number } | null>(null);
  const onTouchStart = ({ touches }: TouchEvent<HTMLElement>) => {
    const touch = touches.length === 1 ? touches[0] : undefined;
    start.current = touch ? { clientX: touch.clientX, clientY: touch.clientY } : null;
  };
  const onTouchEnd = (event: TouchEvent<HTMLElement>) => {
    const down = start.current;
    const up = event.changedTouches[0];
    const previous = first.current;
    start.current = null;
    first.current = null;
    // Scrolling and zooming are no taps.
    if (!down || !up) return;
    if (Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) > tapSlop) return;
    const half = touchedHalf(up, event.currentTarget);
    const at = event.timeStamp;
    if (previous?.half !== half || at - previous.at >= tapIntervalMs) {
      first.current = { half, at };
      return;
    }
    event.preventDefault(); // no second click
    onSeek(half * skipSeconds);
  };
  return { onTouchStart, onTouchEnd };
}

/** Loads the captions of one track only, and shows them or not. */
function choose(elements: readonly HTMLTrackElement[], chosen: HTMLTrackElement, isShown: boolean) {
  for (const { track } of elements) {
    if (track !== chosen.track) track.mode = "disabled";
  }
  chosen.track.mode = isShown ? "showing" : "hidden";
}

/** Tells the lines of the captions in the interface's language, if the video has them; else those it has, unseen. */
function useCaptions(player: PlayerRef, language: string, onCues: (cues: Cue[]) => void): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const elements = [...(player.current?.querySelectorAll("track") ?? [])];
    const chosen = elements.find(({ srclang }) => srclang === language) ?? elements[0];
    if (!chosen) return undefined;
    const matches = chosen.srclang === language;
    const wereShown = elements.some(({ track }) => track.mode === "showing");
    // At first the browser shows the default ones itself, a moment later; chosen here, it would add another.
    if (!isFirst.current || !matches) choose(elements, chosen, matches && wereShown);
    isFirst.current = false;
    const readCues = () => onCues(cuesOf(chosen.track));
    if (chosen.readyState === HTMLTrackElement.LOADED) readCues();
    chosen.addEventListener("load", readCues);
    return () => chosen.removeEventListener("load", readCues);
  }, [player, language, onCues]);
}

const useStyles = makeStyles({
  frame: { display: "grid", gap: "16px", [screens.print]: { display: "none" } },
  video: {
    backgroundColor: tokens.colorNeutralBackground3,
    // A double tap seeks, and does not zoom.
    touchAction: "manipulation",
    // The page would scroll when it is brought into view: it is, closer to its top than the page's scroll padding.
    [screens.phone]: { scrollMarginTop: "-20px" },
    [screens.low]: { scrollMarginTop: 0 },
  },
  // On phones captions stand below the picture: they would hide much of it.
  captioned: {
    [screens.phone]: {
      // Room for two lines.
      aspectRatio: "16 / 11.5",
      objectPosition: "top",
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
  player: PlayerRef;
  onPress: () => void;
  onSeek: (by: number) => void;
  /** Called with the captions in the interface's language once they are loaded. */
  onCues: (cues: Cue[]) => void;
};

function playAt({ current: video }: PlayerRef, speed: number): void {
  if (!video) return;
  // The one that loading sets.
  video.defaultPlaybackRate = speed;
  video.playbackRate = speed;
}

/** A video with captions. An expired address is renewed once, and the video continues. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { title, media: first, poster, reload, player, onPress, onSeek, onCues } = props;
  const styles = useStyles();
  const screen = useScreenStyles();
  const { t, i18n } = useTranslation(["video", "common"]);
  const { media, attempt, failed, ...source } = useMedia(first, reload);
  useEffect(() => {
    // The element reloads a changed address on its own, but not the same one.
    if (attempt > 0) player.current?.load();
  }, [attempt, player]);
  const doubleTap = useDoubleTap((by) => {
    onPress(); // as before the first of both taps
    onSeek(by);
  });
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
        playsInline
        // A click gives it the focus, so that the keys work.
        tabIndex={-1}
        onClick={onPress}
        {...doubleTap}
        onError={({ currentTarget: video }) =>
          source.onFailure({ seconds: video.currentTime, playing: !video.paused })
        }
        onLoadedMetadata={({ currentTarget }) => goOn(currentTarget)}
        onRateChange={({ currentTarget }) => setSpeed(currentTarget.playbackRate)}
        onTimeUpdate={({ currentTarget }) => source.onProgress(currentTarget.currentTime)}
      >
        {media.captions
          .filter(({ language }) => brand.languages.includes(language))
          .map(({ language, src }) => (
            <track
              key={language}
              kind="captions"
              src={src}
              srcLang={language}
              label={languageTitle(language, language)}
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
