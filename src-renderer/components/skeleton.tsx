import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useLayoutEffect, useState, type ComponentProps } from "react";
import { tokens } from "#renderer/theme/tokens.ts";

/** Time for which a placeholder only keeps its room: what loads quickly shows none. */
const hiddenForMs = 150;

/** When the placeholders on screen became visible, or will. */
const visibleFrom = new Set<{ time: number }>();

/** Returns whether a placeholder takes over from another that is visible, as its contents load in turn. */
function useSkipsFadeIn(): boolean {
  const [takesOver] = useState(() =>
    [...visibleFrom].some(({ time }) => time <= performance.now()),
  );
  useLayoutEffect(() => {
    const visible = { time: performance.now() + (takesOver ? 0 : hiddenForMs) };
    visibleFrom.add(visible);
    return () => void visibleFrom.delete(visible);
  }, [takesOver]);
  return takesOver;
}

const useStyles = makeStyles({
  late: {
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: "150ms",
    animationDelay: `${hiddenForMs}ms`,
    animationFillMode: "both",
  },
  item: {
    width: "100%",
    borderRadius: "4px",
    backgroundColor: tokens.colorNeutralStencil1,
    // Visible where forced colours replace the background.
    outline: "1px solid transparent",
    outlineOffset: "-1px",
    animationName: { "50%": { opacity: 0.5 } },
    animationDuration: "2s",
    animationTimingFunction: "ease-in-out",
    animationIterationCount: "infinite",
  },
});

/** Placeholder for content that loads, invisible at first unless another one was visible. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  const styles = useStyles();
  const takesOver = useSkipsFadeIn();
  return (
    <div
      role="progressbar"
      aria-busy
      {...props}
      className={mergeClasses(!takesOver && styles.late, className)}
    />
  );
}

/** Heights in px, as classes: the policy blocks style attributes in pages from the server. */
const useHeights = makeStyles({
  16: { height: "16px" },
  20: { height: "20px" },
  24: { height: "24px" },
  28: { height: "28px" },
  32: { height: "32px" },
  40: { height: "40px" },
  44: { height: "44px" },
  48: { height: "48px" },
  64: { height: "64px" },
  104: { height: "104px" },
  120: { height: "120px" },
  128: { height: "128px" },
  156: { height: "156px" },
});

type SkeletonItemProps = {
  /** Height in px, unless `className` sets it. */
  size?: keyof ReturnType<typeof useHeights>;
  className?: string | undefined;
};

/** A line or an area within a skeleton; as wide as its container unless `className` sets a width. */
export function SkeletonItem({ size = 16, className }: SkeletonItemProps) {
  const styles = useStyles();
  const heights = useHeights();
  return <div className={mergeClasses(styles.item, heights[size], className)} />;
}
