/**
 * Runs something for each item, in their order, for at most `width` of them at the same time. Returns the errors; an item that fails
 * does not stop the others.
 */
export async function runAtOnce<Item>(
  items: readonly Item[],
  width: number,
  run: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) await run(item).catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: width }, work));
  return errors;
}
