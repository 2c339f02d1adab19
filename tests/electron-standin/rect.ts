/** A place on the screen in DIPs. */
export type Rect = { x: number; y: number; width: number; height: number };
