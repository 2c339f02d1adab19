/** A small change that takes one protection or rule away, and the unit tests that must notice it. */
export type Mutation = {
  /** What no longer holds, as the end of the sentence "The tests do not notice that …". */
  breaks: string;
  /** Top-level folder of the source that is changed. Where in it the text stands may change. */
  folder: "src-api" | "src-main" | "src-renderer" | "src-shared";
  /** Exact text, which stands once in the folder's sources (tests left out). */
  find: string;
  replacement: string;
  /** Parts of the paths of test files; at least one test in them fails with the change. */
  tests: readonly [string, ...string[]];
};
