import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { createElement, type ReactNode, type Ref } from "react";
import { joinShortWords } from "#renderer/i18n/line-ends.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  heading: {
    margin: 0,
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    outlineStyle: "none",
  },
  page: {
    fontSize: "44px",
    lineHeight: "1.1",
    letterSpacing: "-0.01em",
    [media.phone]: { fontSize: "32px" },
  },
  section: { fontSize: "28px", lineHeight: "34px" },
  small: { fontSize: "24px", lineHeight: "30px" },
  label: { fontFamily: tokens.fontFamilyBase, fontSize: "18px", lineHeight: "26px" },
});

const sizeOfLevel = { 1: "page", 2: "section", 3: "small", 4: "label" } as const;

type HeadingProps = {
  level: keyof typeof sizeOfLevel;
  /** Defaults to the size of its level. */
  size?: "page" | "section" | "small" | "label";
  id?: string;
  /** Makes the heading focusable by script. */
  ref?: Ref<HTMLHeadingElement>;
  /** Language of the text, where it may differ from the interface's. */
  lang?: string;
  /** Margins, and what else differs from the size. */
  className?: string | undefined;
  children: ReactNode;
};

export function Heading({ level, size = sizeOfLevel[level], ...heading }: HeadingProps) {
  const { children, className, ...props } = heading;
  const styles = useStyles();
  return createElement(
    `h${level}`,
    {
      ...props,
      ...(props.ref && { tabIndex: -1 }),
      className: mergeClasses(styles.heading, styles[size], className),
    },
    typeof children === "string" ? joinShortWords(children) : children,
  );
}
