import { useSyncExternalStore } from "react";
import { createListeners } from "#shared/listeners.ts";

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

/** Seconds for which a timer rings. One that ended earlier is shown on screen only. */
export const ringsForSeconds = 60;

/** A tone: its frequency in Hz, when it begins, and for how long it sounds and fades, in seconds. */
type Tone = { frequency: number; at: number; holds: number; fades: number };

/** Double beeps for a minute, to be heard from another room. */
const beeps = Array.from({ length: ringsForSeconds / 1.5 }, (_, i) => [i * 1.5, i * 1.5 + 0.25])
  .flat()
  .map((at): Tone => ({ frequency: 880, at, holds: 0.12, fades: 0.02 }));

/** A short chime beside a dog that works. */
const chime = [0, 1.8].flatMap((from) =>
  [784, 988, 1175].map((frequency, i): Tone => ({
    frequency,
    at: from + i * 0.35,
    holds: 0.1,
    fades: 0.2,
  })),
);

const tunes = { beeps, chime } as const;
export type Tune = keyof typeof tunes;

/** What is to ring, by who asked for it. */
const armed = new Map<string, { tune: Tune; times: readonly number[] }>();
const isArmed = () => [...armed.values()].some(({ times }) => times.length > 0);

let context: AudioContext | null = null;
let voices: OscillatorNode[] = [];

/** The device's clock minus that of the audio hardware when the tones were scheduled, in seconds. */
let offset = 0;
const offsetNow = (audio: AudioContext) => Date.now() / 1000 - audio.currentTime;

function silence(): void {
  for (const voice of voices) voice.disconnect();
  voices = [];
}

/** Schedules the tones of one frequency; those that should have sounded already are left out. */
function schedule(audio: AudioContext, tones: readonly Tone[], endsIn: number): void {
  const upcoming = tones.filter(({ at }) => endsIn + at > -0.2);
  const [first] = upcoming;
  const last = upcoming.at(-1);
  if (!first || !last) return;
  const when = ({ at }: Tone) => audio.currentTime + Math.max(0.05, endsIn + at);
  const voice = new OscillatorNode(audio, { type: "triangle", frequency: first.frequency });
  const volume = new GainNode(audio, { gain: 0 });
  for (const tone of upcoming) {
    const start = when(tone);
    volume.gain.setValueAtTime(0.5, start);
    volume.gain.setTargetAtTime(0, start + tone.holds, tone.fades);
  }
  voice.connect(volume).connect(audio.destination);
  voice.start(when(first));
  voice.stop(when(last) + last.holds + 10 * last.fades);
  voices.push(voice);
}

/** Schedules what is armed, if the browser allows sound; again when it does, and after a sleep. */
function scheduleAll(audio: AudioContext): void {
  silence();
  offset = offsetNow(audio);
  const isRunning = audio.state === "running";
  setSound(isRunning || !isArmed() ? "on" : "waiting");
  if (!isRunning) return;
  for (const { tune, times } of armed.values()) {
    const tones: readonly Tone[] = tunes[tune];
    for (const frequency of new Set(tones.map((tone) => tone.frequency))) {
      const voice = tones.filter((tone) => tone.frequency === frequency);
      for (const time of times) schedule(audio, voice, (time - Date.now()) / 1000);
    }
  }
}

const resume = () => {
  if (isArmed() && context?.state === "suspended") context.resume().catch(() => {});
};

/** Between the two clocks: the one of the audio hardware stands still while the device sleeps. */
const maxDriftSeconds = 1.5;

function createContext(): AudioContext {
  const created = new AudioContext();
  created.addEventListener("statechange", () => scheduleAll(created));
  for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, resume, true);
  setInterval(() => {
    if (created.state !== "running" || !isArmed()) return;
    if (Math.abs(offsetNow(created) - offset) > maxDriftSeconds) scheduleAll(created);
  }, 1000);
  return created;
}

/**
 * Lets the bell ring a tune at some times (ms of the device's clock), in place of those that the same owner gave
 * before; none stops it. The sound is scheduled in advance with the audio hardware, which rings in time in a
 * background tab too, where the browser runs timers late.
 */
export function armBell(owner: string, tune: Tune, times: readonly number[]): void {
  armed.set(owner, { tune, times });
  if (typeof AudioContext === "undefined") {
    setSound("missing");
    return;
  }
  if (isArmed()) context ??= createContext();
  if (!context) return;
  if (isArmed()) resume();
  else void context.suspend();
  scheduleAll(context);
}
