import type { Names } from "./grow-like.ts";

/** A place that must change although the compiler or test reports another file. */
type FurtherPlace = {
  file: string;
  /** Matches the finding that points to it: "file: place: message". */
  foundBy: RegExp;
  /** Replaces the first text by the second; if missing, properties are copied. */
  replace?: readonly [string, string];
  /** File or folder to copy; if missing, the place already exists. */
  copyOf?: string;
  /** Program that changes the place. */
  run?: readonly [string, ...string[]];
  /** True if not every addition of this sort needs this place. */
  isOptional?: boolean;
};

/** Closed sets are CHECK constraints of the database, too. */
const migration: FurtherPlace = {
  file: "src-api/infra/database/migrations",
  foundBy: /the migrations match the schemas/,
  run: ["drizzle-kit", "generate", "--name", "grown"],
  isOptional: true,
};

const englishTexts = (name: string, foundBy: RegExp): FurtherPlace => ({
  file: name === "brand" ? "resources/brand/en.json" : `locales/en/${name}.json`,
  foundBy,
});
const polishTexts = (name: string): FurtherPlace => ({
  file: name === "brand" ? "resources/brand/pl.json" : `locales/pl/${name}.json`,
  foundBy: new RegExp(`have all keys of \\S+/${name === "brand" ? "en" : name}\\.json`),
});

/** Something added to the portal: a content kind, a language, a flag. */
export type Addition = {
  name: string;
  /** Names of an existing sibling, and of the addition that is modelled on it. */
  names: Names;
  /** The entry that is added first. */
  first: { file: string; replace: readonly [string, string] };
  /** Files and texts that the findings point to indirectly. */
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
    further: [
      {
        file: "src-shared/routes.ts",
        foundBy: /content-kinds\.ts: .*Type '"webinars"' is not assign/,
      },
      {
        file: "src-shared/routes.ts",
        foundBy: /webinars is in the members' menu/,
        replace: ['"protocols", "blog",', '"protocols", "blog", "webinars",'],
      },
      englishTexts("titles", /"titles:webinars"/),
      englishTexts("library", /"(search|missing\.action)\.webinars"/),
      // The compiler shortens the list of menu texts.
      englishTexts("common", /menu-link\.tsx: .*"menu\./),
      englishTexts("sign-in", /"locked\.login\.webinars"/),
      englishTexts("brand", /"brand:library\.webinars"/),
      ...["titles", "library", "sign-in", "brand"].map(polishTexts),
      // The random walks read the menu in both languages, so the compiler is first.
      {
        file: "locales/pl/common.json",
        foundBy: /chaos\/actions\.ts: .*"webinars".* can't be used to index/,
      },
      migration,
    ],
  },
  {
    name: "a third language (German)",
    names: { pl: "de", Pl: "De", titlePl: "titleDe", bodyPl: "bodyDe" },
    first: {
      file: "src-shared/languages.ts",
      replace: ['languages = ["en", "pl"]', 'languages = ["en", "pl", "de"]'],
    },
    further: [
      { file: "src-shared/languages.ts", foundBy: /languages\.ts: .*Property 'de' is missing/ },
      { file: "locales/de", foundBy: /locales\/de\//, copyOf: "locales/pl" },
      {
        file: "resources/brand/de.json",
        foundBy: /resources\/brand\/de\.json/,
        copyOf: "resources/brand/pl.json",
      },
      ...["terms", "privacy", "regulations"].map((name) => ({
        file: `resources/brand/legal/${name}.de.md`,
        foundBy: new RegExp(`legal/${name}\\.de\\.md`),
        copyOf: `resources/brand/legal/${name}.pl.md`,
      })),
      ...["resources/brand/catalogue.json", "resources/content/tags.json"].map((file) => ({
        file,
        foundBy: new RegExp(`${file} has its texts in all languages`),
      })),
      englishTexts("common", /languageName\.de"/),
      englishTexts("announcements", /write\.language\.de"/),
      ...["common", "announcements"].map(polishTexts),
      ...["common", "announcements"].map((name) => ({
        file: `locales/de/${name}.json`,
        foundBy: new RegExp(`texts in de have all keys of \\S+/${name}\\.json`),
      })),
      migration,
    ],
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
    further: [
      englishTexts("board", /features\/board\/flag-switches/),
      polishTexts("board"),
      // The language that was added before.
      { file: "locales/de/board.json", foundBy: /texts in de have all keys of \S+\/board\.json/ },
    ],
  },
];
