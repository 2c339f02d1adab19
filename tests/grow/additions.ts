import type { Names } from "./grow-like.ts";

/** A place that has to change although the compiler or test names another file. */
type FurtherPlace = {
  file: string;
  /** Matches the finding that leads here: "file: place: message". */
  foundBy: RegExp;
  /** Replaces the first text by the second; without it properties are copied. */
  replace?: readonly [string, string];
  /** File to copy; without it the place exists. */
  copyOf?: string;
};

/** Something that the portal gets one more of. */
export type Addition = {
  name: string;
  /** Names of a sibling, and of the addition that is made like it. */
  names: Names;
  /** The one entry that is written first. */
  first: { file: string; replace: readonly [string, string] };
  /** Files and texts that the findings name indirectly. */
  further: readonly FurtherPlace[];
};

export const additions: readonly Addition[] = [
  {
    name: "a sixth kind of content (webinars)",
    names: { blog: "webinars", blogPost: "webinar" },
    first: {
      file: "src-shared/content-kinds.ts",
      replace: [
        "} as const satisfies",
        '  webinars: { list: "webinars", entry: "webinar", showcase: 0 },\n} as const satisfies',
      ],
    },
    further: [],
  },
  {
    name: "a third language (German)",
    names: { pl: "de", Pl: "De" },
    first: {
      file: "src-shared/languages.ts",
      replace: ['languages = ["en", "pl"]', 'languages = ["en", "pl", "de"]'],
    },
    further: [],
  },
  {
    name: "a fourth flag (comments disabled)",
    names: { loginDisabled: "commentsDisabled" },
    first: {
      file: "src-shared/flags.ts",
      replace: [
        '  loginDisabled: "login-disabled",',
        '  loginDisabled: "login-disabled",\n  commentsDisabled: "comments-disabled",',
      ],
    },
    further: [],
  },
];
