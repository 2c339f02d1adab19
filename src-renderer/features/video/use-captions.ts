import { useEffect, useRef } from "react";
import { cuesOf, type Cue } from "./transcript.tsx";
import type { PlayerRef } from "./use-player.ts";

/** Loads the captions of one track only, and shows them or not. */
function choose(elements: readonly HTMLTrackElement[], chosen: HTMLTrackElement, isShown: boolean) {
  for (const { track } of elements) {
    if (track !== chosen.track) track.mode = "disabled";
  }
  chosen.track.mode = isShown ? "showing" : "hidden";
}

/**
 * Tells the lines of the captions in the interface's language once they are loaded, and changes to others with
 * the language. Of a video without captions in that language, it tells those it has, without showing them.
 */
export function useCaptions(
  player: PlayerRef,
  language: string,
  onCues: (cues: Cue[]) => void,
): void {
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
    const tell = () => onCues(cuesOf(chosen.track));
    if (chosen.readyState === HTMLTrackElement.LOADED) tell();
    chosen.addEventListener("load", tell);
    return () => chosen.removeEventListener("load", tell);
  }, [player, language, onCues]);
}
