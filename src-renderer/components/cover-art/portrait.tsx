import { Picture } from "./picture.tsx";

/**
 * A drawn portrait of an author, for decoration beside the name: head and shoulders in a square.
 * @param size width and height in px; without it the portrait is as wide as its container
 */
export const Portrait = ({ name, size }: { name: string; size?: number }) => (
  <Picture
    key={name}
    viewBox="0 0 120 120"
    width={size ?? "100%"}
    height={size}
    display="block"
    draw={({ drawPortrait }) => drawPortrait(name)}
  />
);
