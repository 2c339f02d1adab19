/** Something said: when, in seconds, and the words on one line. */
export type Cue = { seconds: number; text: string };

/** What a loaded track of captions says, in order. */
export const cuesOf = ({ cues }: Pick<TextTrack, "cues">): Cue[] =>
  Array.from(cues ?? []).flatMap((cue) =>
    "text" in cue && typeof cue.text === "string"
      ? [{ seconds: cue.startTime, text: cue.text.replace(/\s+/g, " ").trim() }]
      : [],
  );
