import type { RefObject } from "react";
import { createMediaStore, type MediaStore } from "media-chrome/media-store/media-store";
import { useMediaSelector } from "media-chrome/react/media-store";
import { create } from "zustand";
import { useTranslation } from "react-i18next";
import { registerStorage } from "#renderer/session/storages.ts";
import { formatDuration } from "#shared/formats.ts";

/** Speeds that are offered; the slow ones show how a dog moves. */
export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5] as const;

/** Frames per second of a video whose content does not say: with fewer frames some steps show the same one. */
export const usualFrameRate = 25;

/** Seconds by which the times of frames are rounded in a file. */
const rounding = 0.0005;

/** Returns the next offered speed above (1) or below (-1) another; that one if there is none. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const found =
    direction > 0
      ? speeds.find((offered) => offered > speed)
      : speeds.findLast((offered) => offered < speed);
  return found ?? speed;
}

/** Returns a position within a video, in seconds; its duration is NaN until that is known. */
export const withinVideo = (seconds: number, duration: number): number =>
  Math.max(0, Number.isFinite(duration) ? Math.min(seconds, duration) : seconds);

/** Returns the middle of a frame: browsers may show either one at the moment between two. */
export function frameAway(seconds: number, frames: number, framesPerSecond: number): number {
  const shown = Math.floor((seconds + rounding) * framesPerSecond);
  return (Math.max(0, shown + frames) + 0.5) / framesPerSecond;
}

/** Returns the index of the part that a position is in, by the ascending starts of the parts; -1 before the first. */
export const partAt = (starts: readonly number[], seconds: number): number =>
  // Browsers may stop just before the position that they were sent to.
  starts.findLastIndex((start) => start <= seconds + 0.01);

/** Returns the format of a position in seconds with hundredths: "1:34.60", "1:34,60". */
export function useMoment(): (seconds: number) => string {
  const { t } = useTranslation("video");
  return (seconds) => {
    const hundredths = String(Math.floor((seconds % 1) * 100)).padStart(2, "0");
    return t("moment", { time: formatDuration(seconds), hundredths });
  };
}

/** The speed that was chosen last: it stays for the videos of this tab, and is stored nowhere. */
export const usePlaybackSpeed = create<{ speed: number }>(() => ({ speed: 1 }));

export const setSpeed = (speed: number) => usePlaybackSpeed.setState({ speed });

registerStorage("videoSpeed", () => setSpeed(1));

export type PlayerRef = RefObject<HTMLVideoElement | null>;

/** Returns the library's model of a player, without what it would store on the device (docs/decisions/0058-player.md). */
export const createPlayer = (): MediaStore =>
  createMediaStore({
    documentElement: document,
    options: { noVolumePref: true, noMutedPref: true, noSubtitlesLangPref: true },
  });

/** Returns the index of the part at the player's position, by the starts of the parts in seconds; -1 for none. */
export const usePresentPart = (starts: readonly number[]): number =>
  useMediaSelector(({ mediaCurrentTime = 0 }) => partAt(starts, mediaCurrentTime));

/** Plays from a position, and brings the video into view. */
export function playFrom(player: PlayerRef, seconds: number): void {
  const video = player.current;
  if (!video) return;
  video.currentTime = seconds;
  video.scrollIntoView({ block: "nearest" });
  // Some browsers refuse without a user gesture; the play button remains.
  video.play().catch(() => {});
}
