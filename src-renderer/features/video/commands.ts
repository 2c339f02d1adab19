import { frameAway, nextSpeed, withinVideo } from "./use-player.ts";

/** What the keys and buttons of a player do. `by` are seconds, frames, or steps up or down the list of speeds. */
export type Command =
  | { type: "play" | "captions" | "mute" | "fullScreen" }
  | { type: "seek" | "frame"; by: number }
  | { type: "speed"; by: 1 | -1 };

/** What a command led to, for a message: `at` in seconds. */
export type Outcome =
  | { type: "position"; at: number }
  | { type: "speed"; speed: number }
  | { type: "captions" | "sound"; isOn: boolean };

type Subject = {
  video: HTMLVideoElement;
  framesPerSecond: number;
  language: string;
  setSpeed: (speed: number) => void;
};

function seek(video: HTMLVideoElement, seconds: number): Outcome {
  video.currentTime = withinVideo(seconds, video.duration);
  return { type: "position", at: video.currentTime };
}

/** Turns all captions off, or those of a language on; the first ones if it has none. Null if there are none. */
function toggleCaptions({ video, language }: Subject): Outcome | null {
  const tracks = [...video.textTracks];
  const shown = tracks.filter(({ mode }) => mode === "showing");
  const wanted = tracks.find((track) => track.language === language) ?? tracks[0];
  if (!wanted) return null;
  // Hidden, not disabled: that would discard the lines, which the transcript has too.
  for (const track of shown) track.mode = "hidden";
  if (shown.length === 0) wanted.mode = "showing";
  return { type: "captions", isOn: shown.length === 0 };
}

function togglePlay(video: HTMLVideoElement): null {
  if (!video.paused) video.pause();
  // Refused where nothing can be loaded: then the player reports the failure.
  else video.play().catch(() => {});
  return null;
}

/** The video itself fills the screen, so that the browser's controls come with it. */
function toggleFullScreen(video: HTMLVideoElement): null {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : // iPhones lack it, and have the player's own button.
      video.requestFullscreen?.();
  done?.catch(() => {});
  return null;
}

/** Carries out a command. Returns its announcement; null if the video shows it itself. */
export function carryOut(command: Command, subject: Subject): Outcome | null {
  const { video, framesPerSecond, setSpeed } = subject;
  switch (command.type) {
    case "play":
      return togglePlay(video);
    case "seek":
      return seek(video, video.currentTime + command.by);
    case "frame":
      video.pause();
      return seek(video, frameAway(video.currentTime, command.by, framesPerSecond));
    case "speed": {
      const speed = nextSpeed(video.playbackRate, command.by);
      setSpeed(speed);
      return { type: "speed", speed };
    }
    case "captions":
      return toggleCaptions(subject);
    case "mute":
      video.muted = !video.muted;
      return { type: "sound", isOn: !video.muted };
    case "fullScreen":
      return toggleFullScreen(video);
  }
}
