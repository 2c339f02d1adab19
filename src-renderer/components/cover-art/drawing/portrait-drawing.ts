import {
  type Face,
  hairColours,
  hairstyles,
  jackets,
  knownFaces,
  skinColours,
  type Hairstyle,
} from "#resources/art/faces.ts";
import { hashText } from "#shared/text-hash.ts";
import { inBrand } from "#renderer/theme/in-brand.ts";
import { g, path, rect } from "./svg.ts";

const features = "#2b1d18";
const styles = Object.keys(hairstyles) as Hairstyle[]; // the keys of a constant

/** Returns the face of an author: always the same for the same name, and unrelated to its meaning. */
export function faceOf(name: string): Face {
  const known = knownFaces[name];
  if (known) return known;
  let rest = hashText(name);
  const choose = (count: number) => {
    const chosen = rest % count;
    rest = Math.floor(rest / count);
    return chosen;
  };
  return {
    hairstyle: styles[choose(styles.length)] ?? "short",
    skin: choose(skinColours.length),
    jacket: choose(jackets.length),
    hair: choose(hairColours.length),
    glasses: choose(3) === 0,
    cap: choose(4) === 0,
  };
}

function drawHead(face: Face, skin: string, hair: string): string {
  return [
    path({ d: "M49 72h22v18c0 10-22 10-22 0z", fill: skin }),
    path({ d: "M49 76c4 8 18 8 22 0v8c-6 6-16 6-22 0z", "fill-opacity": 0.14 }),
    path({
      d: "M36 58a4 6 0 0 1 5-6c-1-30 39-30 38 0a5 6 0 0 1 0 12c-3 22-35 22-38 0a5 6 0 0 1-5-6z",
      fill: skin,
    }),
    face.beard === "full"
      ? path({
          d: "M40 58c1 34 39 34 40 0-3 6-6 8-10 7-5-3-15-3-20 0-4 1-7-1-10-7zM52 71q8 4 16 0-8 8-16 0z",
          fill: hair,
          "fill-rule": "evenodd",
        })
      : "",
    face.beard === "moustache"
      ? path({ d: "M49 69c2-5 8-6 11-3 3-3 9-2 11 3-4 1-8 1-11-1-3 2-7 2-11 1z", fill: hair })
      : "",
    path({ d: hairstyles[face.hairstyle].front, fill: hair }),
  ].join("");
}

/** Returns eyes, nose and mouth, with glasses if the face has them. */
function drawFeatures({ glasses, beard }: Face): string {
  return g(
    { fill: "none", stroke: features, "stroke-linecap": "round", "stroke-width": 2 },
    path({ d: "M52 57h0M68 57h0", "stroke-width": 4 }),
    path({ d: "M48 50q4-2 7 0M65 50q4-2 7 0" }),
    path({ d: "M60 58q3 4 0 6", "stroke-opacity": 0.5 }),
    !beard ? path({ d: "M54 70q6 5 12 0" }) : "",
    beard === "moustache" ? path({ d: "M55 73q5 3 10 0" }) : "",
    glasses
      ? path({
          d: "M45 57a7 7 0 1 1 14 0 7 7 0 1 1-14 0zM61 57a7 7 0 1 1 14 0 7 7 0 1 1-14 0zM59 56h2M45 56l-5-2M75 56l5-2",
        })
      : "",
  );
}

/** Returns the content of the portrait of an author: head and shoulders in a square of 120. */
export function drawPortrait(name: string): string {
  const face = faceOf(name);
  const { cloth, collar, ground } = jackets[face.jacket] ?? jackets[0];
  const skin = skinColours[face.skin] ?? "#e2b08a";
  const hair = hairColours[face.hair] ?? features;
  return [
    rect({ width: 120, height: 120, fill: inBrand(ground) }),
    path({ d: hairstyles[face.hairstyle].back, fill: hair }),
    path({ d: "M10 122c0-24 16-34 39-38 4 12 18 12 22 0 23 4 39 14 39 38z", fill: inBrand(cloth) }),
    drawHead(face, skin, hair),
    path({
      d: "M48 83c2 14 8 18 12 22 4-4 10-8 12-22l6 2c0 14-8 24-18 30-10-6-18-16-18-30z",
      fill: inBrand(collar),
    }),
    face.cap ? path({ d: "M38 47c-2-32 46-32 44 0-14-5-30-5-44 0z", fill: inBrand(cloth) }) : "",
    face.cap ? path({ d: "M60 42c14-3 34-2 40 8-12-3-28-3-42-1z", fill: inBrand(collar) }) : "",
    drawFeatures(face),
  ].join("");
}
