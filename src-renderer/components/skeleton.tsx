import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ComponentProps } from "react";
import { tokens } from "../theme/tokens.ts";

const useStyles = makeStyles({
  item: {
    width: "100%",
    height: "16px",
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

/** Placeholder for content that loads. `aria-label` says so, or `aria-hidden` if something else does. */
export function Skeleton(props: ComponentProps<"div">) {
  return <div role="progressbar" aria-busy {...props} />;
}

type SkeletonItemProps = {
  /** Height in px, unless `className` sets it; 16 without both. */
  size?: number;
  className?: string | undefined;
};

/** A line or an area within a skeleton; as wide as its container unless `className` sets a width. */
export function SkeletonItem({ size, className }: SkeletonItemProps) {
  const styles = useStyles();
  return <div className={mergeClasses(styles.item, className)} style={{ height: size }} />;
}
