import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { routePath, type RouteId } from "#shared/routes.ts";
import { useFrame } from "#renderer/components/frame.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

const plain = { border: "none", backgroundColor: "transparent", color: "inherit" };

const useStyles = makeStyles({
  band: {
    backgroundColor: tokens.colorBand,
    color: tokens.colorNeutralForeground1,
    [media.print]: { display: "none" },
  },
  content: {
    minHeight: "44px",
    paddingTop: "4px",
    paddingBottom: "4px",
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 16px",
    // One row of 44 px on phones: a small text beside a button that looks like a link.
    [media.phone]: {
      flexWrap: "nowrap",
      paddingTop: 0,
      paddingBottom: 0,
      fontSize: "14px",
      lineHeight: "18px",
    },
  },
  button: {
    flexShrink: 0,
    [media.belowTablet]: { minHeight: "44px" },
    [media.phone]: {
      minWidth: 0,
      marginLeft: "auto",
      padding: 0,
      ...plain,
      ":hover": plain,
      ":hover:active": plain,
      textDecorationLine: "underline",
      textUnderlineOffset: "4px",
    },
  },
});

/** A band above the page that asks for something. */
export function Banner({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const { frame } = useFrame();
  return (
    <div className={styles.band} role="status">
      <div className={mergeClasses(frame, styles.content)}>{children}</div>
    </div>
  );
}

export function BannerButton({ to, children }: { to: RouteId; children: string }) {
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <Button className={styles.button} onClick={() => void navigate(routePath(to))}>
      {children}
    </Button>
  );
}
