import type { Tone } from "#resources/art/motif.ts";
import type { MotifName } from "#resources/art/motif-names.ts";
import { type Stage, stageOf } from "../stage.ts";
import { type BackdropName, type CoverSubject, type CoverTraits, coverTraits } from "../traits.ts";
import type { Backdrop, DrawBackdrop } from "./backdrop.ts";
import { cloth, porthole, tiles } from "./kitchen-backdrops.ts";
import { placeMotif, type Spot } from "./motif-drawing.ts";
import { coverPalettes, type CoverPalette } from "./palettes.ts";
import { arch, halves, hills, ribbon, stripes, trees } from "./plain-backdrops.ts";
import { arena, bunting, ringside } from "./ring-backdrops.ts";
import { g, path, rect, svg } from "./svg.ts";

const backdrops: Record<BackdropName, DrawBackdrop> = {
  ringside,
  hills,
  stripes,
  ribbon,
  arena,
  arch,
  bunting,
  halves,
  trees,
  tiles,
  cloth,
  porthole,
};

/** Dogs that are drawn leaping: they are placed above the floor. */
const leapers: ReadonlySet<MotifName> = new Set(["dog-medium", "dog-intermediate"]);

/** Small objects: they are placed in the middle instead of on the floor. */
const floating: ReadonlySet<MotifName> = new Set([
  "whistle",
  "rosette",
  "paw",
  "course-map",
  "prize",
  "letter",
]);

function mainSpot(motif: MotifName, spot: Spot, stage: Stage): Spot {
  if (leapers.has(motif)) return { ...spot, foot: spot.foot - stage.height * 0.13 };
  if (!floating.has(motif)) return spot;
  const height = spot.height * 0.86;
  return { ...spot, height, foot: (stage.height + height) / 2 - 4 };
}

/** Widens a spot as far as the nearer edge allows. */
const widened = (spot: Spot, stage: Stage): Spot => ({
  ...spot,
  width: Math.min(spot.x, stage.width - spot.x) * 1.92,
});

/** Returns the tones of a silhouette; light parts show the background, so that stripes stay visible. */
const quietTones = ({ quiet, sky }: CoverPalette): Record<Tone, string> => ({
  ink: quiet,
  base: quiet,
  light: sky,
  accent: quiet,
  deep: sky,
});

/** Returns the motifs from back to front. A narrow stage has no room for a companion. */
function drawActors(
  { main, companion }: Backdrop,
  { motif, companion: behind, zoom }: CoverTraits,
  palette: CoverPalette,
  stage: Stage,
): string {
  const zoomed = { ...main, width: main.width * zoom, height: main.height * zoom };
  const roomy = stage.width > stage.height * 1.3;
  const spot = mainSpot(motif, roomy ? zoomed : widened(zoomed, stage), stage);
  const background = roomy ? placeMotif(behind, companion, quietTones(palette)) : "";
  return background + placeMotif(motif, spot, palette);
}

/** Returns rain that falls through the whole picture. */
function drawRain(stage: Stage, stroke: string): string {
  const drops = Array.from({ length: Math.ceil((stage.width * stage.height) / 3600) }, (_, i) => {
    const x = (i * 97) % (stage.width + 60);
    const y = (i * 151) % stage.height;
    return `M${x} ${y}l-10 ${i % 3 ? 26 : 40}`;
  });
  const lineStyle = { "stroke-opacity": 0.6, "stroke-width": 4, "stroke-linecap": "round" };
  return path({ d: drops.join(""), stroke, ...lineStyle });
}

/** Returns the content of a cover's SVG, in units of the stage of its ratio. */
export function drawCover(subject: CoverSubject, ratio: string): string {
  const stage = stageOf(ratio);
  const traits = coverTraits(subject);
  const palette = coverPalettes()[subject.kind][traits.palette];
  const backdrop = backdrops[traits.backdrop](stage, palette, traits.drift);
  const scene = [
    ...backdrop.ground,
    traits.motif === "wet-day" ? drawRain(stage, palette.base) : "",
    drawActors(backdrop, traits, palette, stage),
  ].join("");
  const mirror = `matrix(-1 0 0 1 ${stage.width} 0)`;
  return (
    rect({ ...stage, fill: palette.sky }) +
    (traits.mirrored ? g({ transform: mirror }, scene) : scene)
  );
}

/** Returns a cover as an SVG document, for files and for pictures outside of the app. */
export function coverSvg(subject: CoverSubject, ratio: string): string {
  const { width, height } = stageOf(ratio);
  return svg(
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "xMidYMid slice",
    },
    drawCover(subject, ratio),
  );
}
