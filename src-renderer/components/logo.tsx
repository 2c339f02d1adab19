import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useHref, useLinkClickHandler } from "react-router-dom";
import { brand } from "#renderer/platform/brand.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { useLocalised } from "./use-localised.ts";

type LogoMarkProps = {
  /** Width and height in px. */
  size?: number;
  onDark?: boolean;
};

// Forced colours may put the mark on a ground of its own colour.
const useMarkStyles = makeStyles({
  mark: { "@media (forced-colors: active)": { forcedColorAdjust: "none", borderRadius: "6px" } },
  light: { "@media (forced-colors: active)": { backgroundColor: "#ffffff" } },
  dark: { "@media (forced-colors: active)": { backgroundColor: "#0b1410" } },
});

export function LogoMark({ size = 32, onDark = false }: LogoMarkProps) {
  const styles = useMarkStyles();
  const className = mergeClasses(styles.mark, onDark ? styles.dark : styles.light);
  return (
    <img
      className={className}
      src={onDark ? brand.logos.onDark : brand.logos.onLight}
      width={size}
      height={size}
      alt=""
    />
  );
}

const useStyles = makeStyles({
  link: {
    // Where there is no room for the name it wraps into the second line, which is cut off.
    display: "inline-flex",
    flexWrap: "wrap",
    columnGap: "10px",
    height: "44px",
    lineHeight: "44px",
    minWidth: "32px",
    overflow: "hidden",
    color: "inherit",
    textDecorationLine: "none",
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "22px",
    letterSpacing: "-0.01em",
    "> img": { marginBlock: "6px" },
  },
});

type LogoProps = {
  onDark?: boolean;
  /** Path of the home: the home page, or the dashboard of members. */
  to?: string;
};

/** Mark and name of the brand as a link home. */
export function Logo({ onDark = false, to = "/" }: LogoProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  const home = useLocalised(to);
  const follow = useLinkClickHandler(home);
  return (
    <a
      href={useHref(home)}
      onClick={follow}
      className={styles.link}
      aria-label={t("brandHome", { name: brand.name })}
    >
      <LogoMark onDark={onDark} />
      <span aria-hidden="true">{brand.name}</span>
    </a>
  );
}
