import { brand } from "#renderer/platform/brand.ts";
import { colourerOf } from "#shared/colours.ts";

type Colours = typeof brand.colours;

/** Returns a function that returns what is made of the colours of the brand; it is made once for each brand. */
export function ofColours<Made>(make: (colours: Colours) => Made): () => Made {
  const made = new WeakMap<Colours, { value: Made }>();
  return () => {
    const { colours } = brand;
    const known = made.get(colours) ?? { value: make(colours) };
    made.set(colours, known);
    return known.value;
  };
}

const colourer = ofColours(colourerOf);

/** Returns a colour of the drawings as this installation's brand has it. */
export const inBrand = (colour: string): string => colourer()(colour);
