import { useRef, useState } from "react";
import type { Entry } from "../../../../src-shared/api/library.ts";

export type Media = NonNullable<Entry["media"]>;

/** Where a video stands: seconds from its start, and whether it plays. */
type Position = { seconds: number; playing: boolean };

/** Seconds that have to play until a failure counts as a new one. */
const soundAfter = 5;

/**
 * The addresses that a player uses. They are signed and expire: after a failure the entry is asked
 * for once more and the player goes on where it was; a second failure in a row is told. Later
 * answers of the same entry change nothing: new addresses would stop a video that plays.
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
    /** Counts the renewals: the player has to load anew when it changes. */
    attempt,
    failed,
    /** Where to go on once the video is loaded again. */
    resumeAt: () => resume.current,
    onFailure: (position: Position) => {
      // What failed before it loaded stands at 0: the place known before is the one meant.
      resume.current = { ...position, seconds: position.seconds || seen.current };
      if (renewed.current) setFailed(true);
      else void renew();
    },
    onProgress: (seconds: number) => {
      if (seconds > 0) seen.current = seconds;
      if (seconds > resume.current.seconds + soundAfter) renewed.current = false;
    },
    retry: () => void renew(),
  };
}
