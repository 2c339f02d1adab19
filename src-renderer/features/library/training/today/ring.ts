/** Tones of the bell, in Hz, and when each begins, in seconds after the end of the time. */
const tones = [
  [784, 0],
  [988, 0.35],
  [1175, 0.7],
  [784, 1.8],
  [988, 2.15],
  [1175, 2.5],
] as const;

const toneLength = 0.9;

const gestures = ["pointerdown", "keydown"] as const;

/**
 * Creates a bell that rings at a time. It is scheduled in the clock of the audio hardware: timers of a hidden
 * tab are slowed down to one a minute. After a reload the browser allows sound from the first key or click on.
 */
export function createRing() {
  let context: AudioContext | null = null;
  let voices: OscillatorNode[] = [];
  let ringsAt: number | null = null;

  const silence = () => {
    for (const voice of voices) voice.stop();
    voices = [];
  };

  const sound = (audio: AudioContext, frequency: number, at: number) => {
    const voice = new OscillatorNode(audio, { frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.5, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + toneLength);
    voice.connect(volume).connect(audio.destination);
    voice.start(at);
    voice.stop(at + toneLength);
    voices.push(voice);
  };

  const arm = () => {
    silence();
    if (!context || context.state !== "running" || ringsAt === null) return;
    const left = (ringsAt - Date.now()) / 1000;
    if (left <= 0) return;
    for (const [frequency, after] of tones) {
      sound(context, frequency, context.currentTime + left + after);
    }
  };

  const wake = () => {
    if (typeof AudioContext === "undefined") return;
    if (!context) {
      context = new AudioContext();
      context.addEventListener("statechange", arm);
    }
    if (context.state === "suspended") context.resume().catch(() => {}); // closed meanwhile
  };
  for (const gesture of gestures) addEventListener(gesture, wake);
  if (navigator.userActivation?.hasBeenActive) wake();

  return {
    /** Rings at a time in ms since 1970, and no longer at an earlier one; never for null. */
    ringAt(time: number | null) {
      ringsAt = time;
      arm();
    },
    close() {
      for (const gesture of gestures) removeEventListener(gesture, wake);
      context?.removeEventListener("statechange", arm);
      void context?.close();
    },
  };
}
