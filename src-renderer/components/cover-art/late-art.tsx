import { lazy, Suspense, type ComponentProps, type ComponentType } from "react";
import type { CoverArt } from "./cover-art.tsx";
import type { MotifArt } from "./motif-art.tsx";

/** Pictures are decoration: where their code does not come, nothing stands in their place. */
const late = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const nothing: ComponentType<Props> = () => null;
    return { default: await load().catch(() => nothing) };
  });

const Motif = late(() => import("./motif-art.tsx").then((module) => module.MotifArt));
const Cover = late(() => import("./cover-art.tsx").then((module) => module.CoverArt));

/** A motif that comes after what it decorates; its room is kept. */
export function LateMotif({ size = 64, ...props }: ComponentProps<typeof MotifArt>) {
  return (
    <Suspense fallback={<svg width={size} height={size} aria-hidden="true" />}>
      <Motif size={size} {...props} />
    </Suspense>
  );
}

/** A cover that comes after what it decorates; its room is kept. */
export function LateCover({ ratio = "16 / 9", ...props }: ComponentProps<typeof CoverArt>) {
  const [width, height] = ratio.split("/").map(Number);
  return (
    <Suspense fallback={<svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />}>
      <Cover ratio={ratio} {...props} />
    </Suspense>
  );
}
