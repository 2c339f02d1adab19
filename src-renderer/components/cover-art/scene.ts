import type { MotifName } from "../../../resources/art/motifs.ts";
import type { Backdrop, Stage } from "./backdrops.tsx";
import type { Spot } from "./motif-art.tsx";

/** The motifs that may stand behind each main motif: obstacles behind dogs, dogs behind obstacles. */
export const companions: Record<MotifName, readonly [MotifName, ...MotifName[]]> = {
  jump: ["dog-intermediate", "dog-medium"],
  "weave-poles": ["dog-small", "dog-intermediate", "dog-medium"],
  tunnel: ["dog-medium", "dog-extra-small", "dog-intermediate"],
  "a-frame": ["dog-large", "dog-small", "dog-intermediate"],
  seesaw: ["dog-small", "dog-extra-small", "dog-large"],
  bowl: ["dog-small", "paw", "dog-large", "dog-extra-small"],
  whistle: ["dog-large", "dog-intermediate", "dog-small"],
  rosette: ["dog-extra-small", "dog-large", "dog-small"],
  paw: ["dog-large", "dog-medium", "dog-small"],
  "dog-extra-small": ["rosette", "tunnel", "jump", "seesaw"],
  "dog-small": ["weave-poles", "seesaw", "a-frame", "tunnel"],
  "dog-medium": ["jump", "tunnel", "weave-poles"],
  "dog-intermediate": ["jump", "weave-poles", "a-frame"],
  "dog-large": ["a-frame", "weave-poles", "whistle", "rosette"],
};

/** A motif of a cover; a `quiet` one is a silhouette in one colour. */
export type Actor = { motif: MotifName; spot: Spot; quiet: boolean };

/** Dogs that are drawn leaping: they are placed above the floor. */
const leapers: ReadonlySet<MotifName> = new Set(["dog-medium", "dog-intermediate"]);

/** Small objects: they are placed in the middle instead of on the floor. */
const floating: ReadonlySet<MotifName> = new Set(["whistle", "rosette", "paw"]);

const raised = (spot: Spot, by: number): Spot => ({ ...spot, foot: spot.foot - by });

function overTheJump(leaper: MotifName, spot: Spot): Actor[] {
  const height = spot.height * 0.64;
  return [
    { motif: "jump", spot: { ...spot, height }, quiet: false },
    {
      motif: leaper,
      spot: { ...raised(spot, height * 0.56), height: spot.height * 0.6 },
      quiet: false,
    },
  ];
}

function mainSpot(motif: MotifName, spot: Spot, stage: Stage): Spot {
  if (leapers.has(motif)) return raised(spot, stage.height * 0.13);
  if (!floating.has(motif)) return spot;
  const height = spot.height * 0.86;
  return { ...spot, height, foot: (stage.height + height) / 2 - 4 };
}

/** Widens a spot as far as the nearer edge allows. */
const widened = (spot: Spot, stage: Stage): Spot => ({
  ...spot,
  width: Math.min(spot.x, stage.width - spot.x) * 1.92,
});

/**
 * Places the motifs, from back to front. A leaping dog with a jump is drawn above it. A narrow stage has
 * no room for a companion and shows the main motif alone.
 */
export function arrangeScene(
  backdrop: Backdrop,
  motif: MotifName,
  companion: MotifName,
  stage: Stage,
): Actor[] {
  const roomy = stage.width > stage.height * 1.3;
  const spot = roomy ? backdrop.main : widened(backdrop.main, stage);
  const pair = [motif, companion];
  const leaper = pair.find((name) => leapers.has(name));
  if (leaper && pair.includes("jump")) return overTheJump(leaper, spot);
  const main: Actor = { motif, spot: mainSpot(motif, spot, stage), quiet: false };
  return roomy ? [{ motif: companion, spot: backdrop.companion, quiet: true }, main] : [main];
}
