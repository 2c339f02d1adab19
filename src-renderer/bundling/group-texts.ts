export type Namespace = { name: string; /** Compressed. */ bytes: number };

/** In bytes, what a file of texts costs a page besides its content. */
const request = 3_700;

/**
 * Returns which namespaces become one file: those that save requests for more pages than they make load
 * texts without need. Merges two groups at a time, the pair that saves most first.
 *
 * @param pages the namespaces that each page needs
 */
export function groupTexts(
  namespaces: readonly Namespace[],
  pages: readonly (readonly string[])[],
): string[][] {
  /** What the file of a group costs all pages. */
  const costOf = (group: readonly Namespace[]) =>
    pages.filter((needed) => group.some(({ name }) => needed.includes(name))).length *
    group.reduce((sum, { bytes }) => sum + bytes, request);
  let groups = namespaces.map((namespace) => [namespace]);
  for (;;) {
    const pairs = groups.flatMap((a, i) =>
      groups
        .slice(i + 1)
        .map((b) => ({ a, b, saved: costOf(a) + costOf(b) - costOf([...a, ...b]) })),
    );
    const best = pairs.toSorted((one, other) => other.saved - one.saved)[0];
    if (!best || best.saved <= 0)
      return groups.map((group) => group.map(({ name }) => name).toSorted());
    groups = [
      ...groups.filter((group) => group !== best.a && group !== best.b),
      [...best.a, ...best.b],
    ];
  }
}
