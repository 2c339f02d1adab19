import { useSyncExternalStore } from "react";
import { createListeners } from "../../../../../src-shared/listeners.ts";

/** `waiting`: browsers allow sound only after the user pressed something in the page. */
type Sound = "on" | "waiting" | "missing";

let sound: Sound = "on";
const soundChanged = createListeners();

function setSound(next: Sound): void {
  sound = next;
  soundChanged.emit();
}

/** Hook: whether the bell can be heard. */
export const useBellSound = (): Sound => useSyncExternalStore(soundChanged.add, () => sound);

/** Seconds for which a timer rings, and from one double beep to the next. */
const ringFor = 60;
const every = 1.5;

let context: AudioContext | null = null;
let scheduled: OscillatorNode[] = [];
let armedFor: readonly number[] = [];

/** Schedules the double beeps of one timer, which begin in some seconds. */
function schedule(audio: AudioContext, inSeconds: number): OscillatorNode {
  const start = audio.currentTime + Math.max(0.05, inSeconds);
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: 880 });
  const volume = new GainNode(audio, { gain: 0 });
  for (let at = start; at < start + ringFor; at += every) {
    for (const beep of [at, at + 0.25]) {
      volume.gain.setValueAtTime(0.5, beep);
      volume.gain.setTargetAtTime(0, beep + 0.12, 0.02);
    }
  }
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + ringFor);
  return tone;
}

function silence(): void {
  for (const tone of scheduled) tone.disconnect();
  scheduled = [];
}

/** Schedules what is armed, if the browser allows sound; again when it does. */
function scheduleAll(audio: AudioContext): void {
  silence();
  const isRunning = audio.state === "running";
  setSound(isRunning || armedFor.length === 0 ? "on" : "waiting");
  if (isRunning)
    scheduled = armedFor.map((endsAt) => schedule(audio, (endsAt - Date.now()) / 1000));
}

const resume = () => {
  if (armedFor.length > 0 && context?.state === "suspended") context.resume().catch(() => {});
};

function createContext(): AudioContext {
  const created = new AudioContext();
  created.addEventListener("statechange", () => scheduleAll(created));
  for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, resume, true);
  return created;
}

/**
 * Lets the bell ring at some times (ms of the device's clock), in place of those of an earlier call. The sound
 * is scheduled in advance with the audio device, which rings in time in a background tab too, where the browser
 * runs timers late.
 */
export function armBell(times: readonly number[]): void {
  armedFor = times;
  if (typeof AudioContext === "undefined") {
    setSound("missing");
    return;
  }
  if (times.length > 0) context ??= createContext();
  if (!context) return;
  if (times.length > 0) resume();
  else void context.suspend();
  scheduleAll(context);
}
