import type { MediaStore } from "media-chrome/media-store/media-store";
import { MediaActionTypes } from "media-chrome/react/media-store";
import { frameAway, nextSpeed, withinVideo } from "./use-player.ts";

/** What the keys and buttons of a player do. `by` are seconds, frames, or steps up or down the list of speeds. */
export type Command =
  | { type: "play" | "captions" | "mute" | "fullScreen" | "pictureInPicture" }
  | { type: "seek" | "frame"; by: number }
  | { type: "speed"; by: 1 | -1 };

/** What a command led to, for a message: `at` in seconds. */
export type Outcome =
  | { type: "position"; at: number }
  | { type: "speed"; speed: number }
  | { type: "captions" | "sound"; isOn: boolean };

type Subject = {
  video: HTMLVideoElement;
  player: MediaStore;
  framesPerSecond: number;
  language: string;
  setSpeed: (speed: number) => void;
  /** Called when the browser refuses picture in picture. */
  onRefused: () => void;
};

function seek(video: HTMLVideoElement, seconds: number): Outcome {
  video.currentTime = withinVideo(seconds, video.duration);
  return { type: "position", at: video.currentTime };
}

/** Shows the captions of a language, or none. Others are hidden, not disabled: that would discard lines of the transcript. */
export function showCaptions(video: HTMLVideoElement, language: string | null): void {
  for (const track of video.textTracks) {
    if (track.language === language) track.mode = "showing";
    else if (track.mode === "showing") track.mode = "hidden";
  }
}

/** Turns all captions off, or those of a language on; the first ones if it has none. Null if there are none. */
function toggleCaptions({ video, language }: Subject): Outcome | null {
  const tracks = [...video.textTracks];
  const wanted = tracks.find((track) => track.language === language) ?? tracks[0];
  if (!wanted) return null;
  const isOn = tracks.every(({ mode }) => mode !== "showing");
  showCaptions(video, isOn ? wanted.language : null);
  return { type: "captions", isOn };
}

/** Carries out a command. Returns its announcement; null if the player shows it itself. */
export function carryOut(command: Command, subject: Subject): Outcome | null {
  const { video, player, framesPerSecond, setSpeed, onRefused } = subject;
  const ask = (type: keyof typeof MediaActionTypes) =>
    player.dispatch({ type: MediaActionTypes[type] });
  switch (command.type) {
    case "play":
      ask(video.paused ? "MEDIA_PLAY_REQUEST" : "MEDIA_PAUSE_REQUEST");
      return null;
    case "seek":
      return seek(video, video.currentTime + command.by);
    case "frame":
      ask("MEDIA_PAUSE_REQUEST");
      return seek(video, frameAway(video.currentTime, command.by, framesPerSecond));
    case "speed": {
      const speed = nextSpeed(video.playbackRate, command.by);
      setSpeed(speed);
      return { type: "speed", speed };
    }
    case "captions":
      return toggleCaptions(subject);
    case "mute":
      ask(video.muted ? "MEDIA_UNMUTE_REQUEST" : "MEDIA_MUTE_REQUEST");
      return { type: "sound", isOn: !video.muted };
    case "fullScreen": {
      const { mediaIsFullscreen } = player.getState();
      ask(mediaIsFullscreen ? "MEDIA_EXIT_FULLSCREEN_REQUEST" : "MEDIA_ENTER_FULLSCREEN_REQUEST");
      return null;
    }
    case "pictureInPicture": {
      const { mediaIsPip, mediaIsFullscreen } = player.getState();
      if (mediaIsPip) {
        ask("MEDIA_EXIT_PIP_REQUEST");
        return null;
      }
      if (mediaIsFullscreen) ask("MEDIA_EXIT_FULLSCREEN_REQUEST");
      // Not by the store, which tells nobody of a refusal.
      video.requestPictureInPicture().catch(onRefused);
      return null;
    }
  }
}
