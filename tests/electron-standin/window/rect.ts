/** A rectangle on the screen in DIPs. */
export type Rect = { x: number; y: number; width: number; height: number };

/** V8 does not treat -0 as an integer. */
const isInt32 = (value: unknown) => typeof value === "number" && Object.is(value | 0, value);

const conversionFailure = (index: number, value: string) =>
  new TypeError(`Error processing argument at index ${index}, conversion failure from ${value}`);

/** Throws Electron's error for numbers that are not 32-bit integers. */
export function assertWholeNumbers(values: readonly unknown[]): void {
  for (const [index, value] of values.entries()) {
    if (!isInt32(value))
      throw conversionFailure(index, Object.is(value, -0) ? "-0" : String(value));
  }
}

/** The same for a rectangle. */
export function assertWholeRect({ x, y, width, height }: Rect): void {
  if (![x, y, width, height].every(isInt32)) throw conversionFailure(0, "#<Object>");
}
