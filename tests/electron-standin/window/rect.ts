/** A place on the screen in DIPs. */
export type Rect = { x: number; y: number; width: number; height: number };

/** V8 counts -0 as no whole number. */
const isInt32 = (value: unknown) => typeof value === "number" && Object.is(value | 0, value);

const conversionFailure = (index: number, value: string) =>
  new TypeError(`Error processing argument at index ${index}, conversion failure from ${value}`);

/** Throws as Electron does for numbers that are not whole numbers of 32 bits. */
export function assertWholeNumbers(values: readonly unknown[]): void {
  for (const [index, value] of values.entries()) {
    if (!isInt32(value))
      throw conversionFailure(index, Object.is(value, -0) ? "-0" : String(value));
  }
}

/** The same for a place: any of its four numbers may be what cannot be converted. */
export function assertWholeRect({ x, y, width, height }: Rect): void {
  if (![x, y, width, height].every(isInt32)) throw conversionFailure(0, "#<Object>");
}
