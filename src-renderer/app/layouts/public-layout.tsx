import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { tokens } from "../../theme/tokens.ts";
import { MaintenanceBanner } from "./maintenance-banner.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { PayBanner } from "./pay-banner.tsx";
import { PublicFooter } from "./public-footer.tsx";
import { PublicHeader } from "./public-header.tsx";
import { SkipLink } from "./skip-link.tsx";

const useStyles = makeStyles({
  root: {
    minHeight: "100vh",
    display: "flex",
    flexDirection: "column",
    backgroundColor: tokens.colorNeutralBackground1,
  },
  main: { flexGrow: 1, outline: "none" },
});

/** The light public site: menu, banners, footer (specification, sections 2 and 4). */
export function PublicLayout({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <SkipLink />
      <MaintenanceBanner />
      <OfflineStrip />
      <PublicHeader />
      <PayBanner />
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}
