import { expect, it } from "vitest";
import { cuesOf } from "./transcript.tsx";

it("puts each cue on one line", () => {
  const cues = [
    { startTime: 0.3, text: "Twelve poles,\n60 cm apart." },
    { startTime: 4.7, text: "Straight on." },
  ];
  // The part of a cue list that is used.
  expect(cuesOf({ cues: cues as unknown as TextTrackCueList })).toEqual([
    { seconds: 0.3, text: "Twelve poles, 60 cm apart." },
    { seconds: 4.7, text: "Straight on." },
  ]);
  expect(cuesOf({ cues: null })).toEqual([]);
});
