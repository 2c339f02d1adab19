type Attributes = Record<string, string | number>;

/** Coordinates are rounded: a hundredth of a unit is never seen. */
const written = (value: string | number) =>
  typeof value === "number" ? Math.round(value * 100) / 100 : value;

/** Returns the markup of an element. Nothing is escaped: all comes from our own drawings. */
const element =
  (name: string) =>
  (attributes: Attributes, ...content: string[]): string => {
    const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${written(value)}"`);
    const start = `<${name}${list.join("")}`;
    return content.length > 0 ? `${start}>${content.join("")}</${name}>` : `${start}/>`;
  };

export const path = element("path");
export const rect = element("rect");
export const circle = element("circle");
export const ellipse = element("ellipse");
export const g = element("g");
export const svg = element("svg");
