import type { MotifName } from "../../../resources/art/motifs.ts";
import type { Backdrop, Stage } from "./backdrops/backdrop.ts";
import type { Spot } from "./placed-motif.tsx";

/** One motif of a cover; a quiet one is a silhouette in a single colour. */
export type Actor = { motif: MotifName; spot: Spot; quiet: boolean };

/** Dogs drawn in the air: they fly over what stands on the floor. */
const leapers: ReadonlySet<MotifName> = new Set(["dog-medium", "dog-intermediate"]);

/** Things of the hand: they hang in the middle instead of standing on the floor. */
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

/** As wide as the nearer edge allows. */
const widened = (spot: Spot, stage: Stage): Spot => ({
  ...spot,
  width: Math.min(spot.x, stage.width - spot.x) * 1.92,
});

/**
 * Who stands where, from back to front. A leaping dog that meets a jump goes over it; a stage that is not wide has no
 * room for a companion and gives it all to the main motif.
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
