import { useRef, useState } from "react";
import type { Entry } from "#shared/api/library.ts";

export type Media = NonNullable<Entry["media"]>;

/** The position of a video in seconds, and whether it is playing. */
type Position = { seconds: number; playing: boolean };

/** Seconds of playback after which another failure triggers another renewal. */
const playedBeforeRenewalSeconds = 5;

/**
 * Manages the signed addresses of a video, which expire. After a failure the entry is fetched again and
 * the player continues where it was; a second failure in a row is shown. Refetched entries do not
 * change the addresses, because that would interrupt a playing video.
 */
export function useMedia(first: Media, reload: () => Promise<Entry | null>) {
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
