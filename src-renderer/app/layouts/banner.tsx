import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { routePath, type RouteId } from "#shared/routes.ts";
import { useFrame } from "#renderer/components/frame.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

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
    // The sentence fits a phone in one line, whatever font is shown while ours loads.
    [media.phone]: { paddingBottom: "8px", fontSize: "15px" },
  },
  button: { [media.belowTablet]: { minHeight: "44px" } },
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

/** The button of a banner, which leads to a page. */
export function BannerButton({ to, children }: { to: RouteId; children: string }) {
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <Button className={styles.button} onClick={() => void navigate(routePath(to))}>
      {children}
    </Button>
  );
}
