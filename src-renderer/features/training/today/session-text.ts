/** A sentence ends where another one begins: "1.8 m" and "8 of 10." within a line are none. */
const betweenSentences = /(?<=[.!?…])\s+(?=\p{Lu}|\d+[ .])/u;

/** Returns what to do in a session as steps: its sentences; a single one for a short text. */
export const sessionSteps = (description: string): string[] =>
  description.split(betweenSentences).filter((sentence) => sentence !== "");
