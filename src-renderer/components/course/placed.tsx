import { mergeClasses } from "@fluentui/react-components";
import type { ReactElement } from "react";
import type { PlacedKind } from "#shared/course.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import type { Frame } from "./frame.ts";
import type { CourseStyles } from "./styles.ts";

type Shape = {
  /** Drawn around the origin, looking up. */
  drawing: ReactElement;
  /** How far it reaches from its middle, for the caption beside it. */
  reach: number;
};

type Drawer = (frame: Frame, styles: CourseStyles) => Shape;

const box = (width: number, height: number, className: string, radius = 2) => (
  <rect
    x={-width / 2}
    y={-height / 2}
    width={width}
    height={height}
    rx={radius}
    strokeWidth="1.6"
    className={className}
  />
);

const hurdle =
  (middle: (half: number, styles: CourseStyles) => ReactElement): Drawer =>
  ({ size }, styles) => {
    const half = size(0.6, 13);
    const wing = size(0.45, 9);
    return {
      reach: half * 0.7,
      drawing: (
        <>
          {[-half - wing, half].map((x) => (
            <rect key={x} x={x} y="-2.5" width={wing} height="5" rx="1" className={styles.ink} />
          ))}
          {middle(half, styles)}
        </>
      ),
    };
  };

const disc =
  (
    metres: number,
    min: number,
    inner: "accent" | "light" | "ink",
    ring: "inkLine" | "accentLine",
  ) =>
  ({ size }: Frame, styles: CourseStyles): Shape => {
    const radius = size(metres, min);
    const className = mergeClasses(styles[inner], styles[ring]);
    return { reach: radius, drawing: <circle r={radius} strokeWidth="2" className={className} /> };
  };

const figure =
  (tone: "base" | "none"): Drawer =>
  ({ size }, styles) => {
    const half = size(0.24, 11);
    return {
      reach: half,
      drawing: (
        <g className={mergeClasses(styles[tone === "base" ? "base" : "light"], styles.baseLine)}>
          <ellipse cx={-half * 0.35} cy={-half * 0.5} rx={half * 0.17} ry={half * 0.42} />
          <ellipse cx={half * 0.35} cy={-half * 0.5} rx={half * 0.17} ry={half * 0.42} />
          <ellipse rx={half} ry={half * 0.46} strokeWidth="1.6" />
          <circle
            r={half * 0.4}
            strokeWidth="2"
            className={mergeClasses(styles.light, styles.baseLine)}
          />
        </g>
      ),
    };
  };

/** A dog from above, 100 units long from nose to tail. */
const dogBody =
  "M0 -50C3 -50 4 -46 5 -42C9 -40 10 -34 7 -30C6 -28 6 -26 7 -24C12 -20 13 -12 11 -4C9 2 9 8 10 14C12 22 9 28 3 31C2 36 5 42 3 49C2 51 -1 50 -1 48C0 42 -3 36 -3 31C-9 28 -12 22 -10 14C-9 8 -9 2 -11 -4C-13 -12 -12 -20 -7 -24C-6 -26 -6 -28 -7 -30C-10 -34 -9 -40 -5 -42C-4 -46 -3 -50 0 -50Z";
const dogEars =
  "M-6 -39C-12 -40 -15 -35 -13 -30C-10 -29 -8 -31 -7 -34ZM6 -39C12 -40 15 -35 13 -30C10 -29 8 -31 7 -34Z";
const collar = "M-7 -26Q0 -23 7 -26";

const drawers: Record<PlacedKind, Drawer> = {
  jump: hurdle((half, styles) => (
    <rect x={-half} y="-1.7" width={2 * half} height="3.4" className={styles.accent} />
  )),
  tyre: hurdle((half, styles) => (
    <rect
      x={-half * 0.55}
      y="-4"
      width={half * 1.1}
      height="8"
      rx="4"
      strokeWidth="1.6"
      className={mergeClasses(styles.accent, styles.inkLine)}
    />
  )),
  sign: ({ size }, styles) => {
    const width = size(0.35, 18);
    const card = box(width, width * 0.72, mergeClasses(styles.light, styles.baseLine));
    return { reach: width / 2, drawing: card };
  },
  cone: ({ size }, styles) => {
    const radius = size(0.13, 5.5);
    return {
      reach: radius + 1,
      drawing: (
        <>
          <circle r={radius} className={styles.accent} />
          <circle r={radius * 0.4} className={styles.ink} />
        </>
      ),
    };
  },
  pole: disc(0.03, 3, "ink", "inkLine"),
  mat: ({ size }, styles) => {
    const [width, height] = [size(0.6, 16), size(0.9, 24)];
    const drawing = box(width, height, mergeClasses(styles.light, styles.baseLine), 3);
    return { reach: height / 2, drawing };
  },
  box: ({ size }, styles) => {
    const side = size(0.35, 15);
    const half = side / 2;
    return {
      reach: half,
      drawing: (
        <g className={mergeClasses(styles.light, styles.inkLine)}>
          {box(side, side, "")}
          <path d={`M${-half} 0H${half}`} strokeWidth="1.2" />
        </g>
      ),
    };
  },
  crate: ({ size }, styles) => {
    const [width, height] = [size(0.6, 16), size(0.9, 24)];
    const bars = [-0.3, -0.1, 0.1, 0.3].map((at) => `M${at * width} ${-height / 2}v${height}`);
    return {
      reach: height / 2,
      drawing: (
        <g className={mergeClasses(styles.light, styles.inkLine)}>
          {box(width, height, "", 3)}
          <path d={bars.join("")} strokeWidth="1" />
        </g>
      ),
    };
  },
  chair: ({ size }, styles) => {
    const side = size(0.45, 15);
    return {
      reach: side / 2,
      drawing: (
        <>
          {box(side, side, mergeClasses(styles.light, styles.inkLine), 3)}
          <rect
            x={-side / 2}
            y={side / 2 - 3}
            width={side}
            height="4"
            rx="2"
            className={styles.ink}
          />
        </>
      ),
    };
  },
  bowl: disc(0.11, 6.5, "accent", "inkLine"),
  target: disc(0.06, 5, "light", "accentLine"),
  treat: disc(0.015, 3, "accent", "inkLine"),
  toy: ({ size }, styles) => {
    const radius = size(0.09, 5.5);
    const className = mergeClasses(styles.none, styles.accentLine);
    return {
      reach: radius,
      drawing: <circle r={radius} strokeWidth="3.4" className={className} />,
    };
  },
  hand: ({ size }, styles) => {
    const width = size(0.09, 9);
    const fingers = [-0.36, -0.12, 0.12, 0.36].map((at) => `M${at * width} 0v${-width * 1.1}`);
    return {
      reach: width,
      drawing: (
        <g
          strokeWidth={width * 0.2}
          strokeLinecap="round"
          className={mergeClasses(styles.base, styles.baseLine)}
        >
          <rect
            x={-width * 0.36}
            y={-width * 0.2}
            width={width * 0.72}
            height={width * 0.8}
            rx={width * 0.2}
          />
          <path
            d={`${fingers.join("")}M${width * 0.36} ${width * 0.4}L${width * 0.7} ${-width * 0.1}`}
          />
        </g>
      ),
    };
  },
  handler: figure("base"),
  dog: ({ size }, styles) => {
    const scale = size(0.95, 34) / 100;
    return {
      reach: scale * 40,
      drawing: (
        <g transform={`scale(${Math.round(scale * 1000) / 1000})`} className={styles.ink}>
          <path d={dogBody} />
          <path d={dogEars} />
          <path d={collar} fill="none" strokeWidth="3" stroke={tokens.colorAccent} />
        </g>
      ),
    };
  },
  person: figure("none"),
};

export const shapeOf = (kind: PlacedKind, frame: Frame, styles: CourseStyles): Shape =>
  drawers[kind](frame, styles);
