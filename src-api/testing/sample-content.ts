/** Returns `entry.json` of an article, or with `more` of another kind. */
export const entryJson = (publishedAt: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    publishedAt,
    author: "Marta Wolska",
    tags: ["agility"],
    motif: "jump",
    ...more,
  });

/** Returns a Markdown file with front matter. */
export const markdown = (title: string, body = "Some text.", more = ""): string =>
  `---\ntitle: "${title}"\nsummary: "A summary of ${title}."\n${more}---\n\n${body}\n`;

/** Bytes whose values depend on their position, to check ranges. */
export const videoBytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));

/** A small content folder: two languages, every kind, an entry in the future, a video with files. */
export const sampleContent: Record<string, string | Buffer> = {
  "tags.json": JSON.stringify({
    agility: { en: "Agility", pl: "Zwinność" },
    nutrition: { en: "Nutrition", pl: "Żywienie" },
  }),
  "articles/weave-entries/entry.json": entryJson("2026-02-01T07:00:00Z"),
  "articles/weave-entries/en.md": markdown("Weave entries", "The secret is the xylophone method."),
  "articles/weave-entries/pl.md": markdown("Wejścia w slalom", "Sekretem jest metoda ksylofonu."),
  "articles/only-english/entry.json": entryJson("2026-01-01T07:00:00Z", { tags: ["nutrition"] }),
  "articles/only-english/en.md": markdown("100% protein_rich", "word ".repeat(401)),
  "articles/of-tomorrow/entry.json": entryJson("2026-03-02T07:00:00Z"),
  "articles/of-tomorrow/en.md": markdown("Of tomorrow"),
  "blog/a-diary/entry.json": entryJson("2026-02-02T07:00:00Z"),
  "blog/a-diary/en.md": markdown("A diary"),
  "recipes/liver-cubes/entry.json": entryJson("2026-02-03T07:00:00Z", {
    prepMinutes: 20,
    cookMinutes: 25,
    servings: 12,
  }),
  "recipes/liver-cubes/en.md": markdown(
    "Liver cubes",
    "## Method\n\nBake.",
    "ingredients:\n  - { quantity: 250, unit: g, name: beef liver }\n",
  ),
  "protocols/ring-confidence/entry.json": entryJson("2026-02-04T07:00:00Z", {
    level: "beginner",
    highImpact: true,
  }),
  "protocols/ring-confidence/en.md": markdown(
    "Ring confidence",
    "How to progress.",
    [
      "progression: { kind: counted, repetitions: 10, toGoOn: 8, toGoBack: 4 }",
      "weeks:",
      "  - title: Look",
      "    sessions:",
      "      - { title: Edge, minutes: 10, description: Stand at the quokka edge. }",
      "      - title: Gate",
      "        minutes: 15",
      "        description: Walk through the gate.",
      "        repetitions: 10",
      "        byClass:",
      "          - label: Bar height",
      "            cm: { extraSmall: 10, small: 15, medium: 20, intermediate: 25, large: 30 }",
      "  - title: Enter",
      "    sessions:",
      "      - { title: Ring, minutes: 20, description: Enter the ring. }\n",
    ].join("\n"),
  ),
  "videos/front-cross/entry.json": entryJson("2026-02-05T07:00:00Z", {
    durationSeconds: 34,
    framesPerSecond: 30,
    silent: true,
    source: "front-cross.webm",
    poster: "front-cross.webp",
  }),
  "videos/front-cross/en.md": markdown(
    "Front cross",
    "Turn early.",
    "chapters: [{ at: 0, title: The task }, { at: 4.5, title: The turn }]\n",
  ),
  "videos/front-cross/front-cross.webm": videoBytes,
  "videos/front-cross/front-cross.webp": Buffer.from("a still"),
  "videos/front-cross/front-cross.en.vtt": "WEBVTT\n\n00:00.000 --> 00:02.000\nTurn early.\n",
  "videos/front-cross/notes.txt": "not for anybody",
  "videos/of-tomorrow/entry.json": entryJson("2026-03-02T07:00:00Z", {
    durationSeconds: 90,
    source: "of-tomorrow.webm",
    poster: "of-tomorrow.webp",
  }),
  "videos/of-tomorrow/en.md": markdown("Of tomorrow"),
  "videos/of-tomorrow/of-tomorrow.webm": videoBytes,
  "videos/of-tomorrow/of-tomorrow.webp": Buffer.from("a still of tomorrow"),
  "announcements/clinic/entry.json": JSON.stringify({ publishedAt: "2026-02-20T09:00:00Z" }),
  "announcements/clinic/en.md": "---\ntitle: Clinic\n---\n\nOn *Saturday*.\n",
  "announcements/clinic/pl.md": "---\ntitle: Konsultacje\n---\n\nW *sobotę*.\n",
};
