import { vi } from "vitest";

type Track = {
  kind: "captions";
  mode: TextTrackMode;
  language: string;
  cues: TextTrackCueList | null;
};

const tracks = new WeakMap<Element, Track>();

function trackOf(element: Element): Track {
  const language = element.getAttribute("srclang") ?? "";
  // Browsers show the default captions.
  const mode = element.hasAttribute("default") ? "showing" : "disabled";
  const track = tracks.get(element) ?? { kind: "captions", mode, language, cues: null };
  tracks.set(element, track);
  return track;
}

/** The state that `play` and `pause` change: whether videos are paused. */
let paused = true;

/** Adds what jsdom lacks of media: playing, loading, and the tracks of captions. Returns its spies. */
export function fakeMedia() {
  paused = true;
  const load = vi.fn<() => void>();
  const play = vi.fn<() => Promise<void>>(async () => void (paused = false));
  const pause = vi.fn<() => void>(() => void (paused = true));
  Object.assign(HTMLMediaElement.prototype, { load, play, pause });
  Object.assign(Element.prototype, { scrollIntoView: () => {} });
  Object.defineProperties(HTMLMediaElement.prototype, {
    // What jsdom has in their place lacks their events.
    audioTracks: { value: undefined, configurable: true },
    paused: { get: () => paused, configurable: true },
    textTracks: {
      get(this: Element) {
        const list = [...this.querySelectorAll("track")].map(trackOf);
        return Object.assign(list, { addEventListener: () => {}, removeEventListener: () => {} });
      },
      configurable: true,
    },
  });
  Object.defineProperty(HTMLTrackElement.prototype, "track", {
    get(this: Element) {
      return trackOf(this);
    },
    configurable: true,
  });
  return { load, play, pause };
}

/** Loads lines of captions into the track of a language: each its start in seconds, and its text. */
export function loadCaptions(
  video: HTMLVideoElement,
  language: string,
  lines: readonly (readonly [startTime: number, text: string])[],
): void {
  const element = video.querySelector(`track[srclang=${language}]`);
  if (!element) throw new Error(`The video has no captions in ${language}.`);
  const cues = lines.map(([startTime, text]) => ({ startTime, text }));
  // The part of a cue list that is used.
  trackOf(element).cues = cues as unknown as TextTrackCueList;
  element.dispatchEvent(new Event("load"));
}
