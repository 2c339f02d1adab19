import { useEffect, useRef } from "react";
import { cuesOf, type Cue } from "./transcript.tsx";
import type { PlayerRef } from "./use-player.ts";

/**
 * Turns on the captions in the interface's language, and tells their lines once they are loaded. Of a video
 * without captions in that language, it tells those it has, without showing them.
 */
export function useCaptions(
  player: PlayerRef,
  language: string,
  onCues: (cues: Cue[]) => void,
): void {
  const isChosen = useRef(false);
  useEffect(() => {
    const elements = [...(player.current?.querySelectorAll("track") ?? [])];
    const chosen = elements.find(({ srclang }) => srclang === language) ?? elements[0];
    if (!chosen) return undefined;
    // After a change of the language they stay off if they were turned off.
    const isOn = !isChosen.current || elements.some(({ track }) => track.mode === "showing");
    isChosen.current = true;
    for (const { track } of elements) track.mode = "disabled";
    chosen.track.mode = isOn && chosen.srclang === language ? "showing" : "hidden";
    const tell = () => onCues(cuesOf(chosen.track));
    if (chosen.readyState === HTMLTrackElement.LOADED) tell();
    chosen.addEventListener("load", tell);
    return () => chosen.removeEventListener("load", tell);
  }, [player, language, onCues]);
}
