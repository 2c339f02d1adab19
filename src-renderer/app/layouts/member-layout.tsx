import { FluentProvider, makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { memberTheme } from "../../theme/member-theme.ts";
import { media, tokens } from "../../theme/tokens.ts";
import { BackBar } from "./back-bar.tsx";
import { MaintenanceBanner } from "./maintenance-banner.tsx";
import { MemberTopBar } from "./member-top-bar.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { SideMenu } from "./side-menu.tsx";
import { SkipLink } from "./skip-link.tsx";

const useStyles = makeStyles({
  // Fluent gives it to every menu, tooltip and dialog as well: colours only, a size would cover the page.
  theme: {
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    colorScheme: "dark",
    [media.print]: { backgroundColor: "#ffffff", color: "#000000", colorScheme: "light" },
  },
  root: { minHeight: "100vh", display: "flex" },
  column: { flexGrow: 1, minWidth: 0, display: "flex", flexDirection: "column" },
  main: { flexGrow: 1, outline: "none", [media.phone]: { paddingBottom: "56px" } },
});

/** The dark member area: side menu, top bar (specification, sections 1 and 2; ruling 10). */
export default function MemberLayout({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <FluentProvider theme={memberTheme} className={styles.theme}>
      <div className={styles.root}>
        <SkipLink />
        <SideMenu />
        <div className={styles.column}>
          <MaintenanceBanner />
          <OfflineStrip />
          <MemberTopBar />
          <main id="content" tabIndex={-1} className={styles.main}>
            {children}
          </main>
          <BackBar />
        </div>
      </div>
    </FluentProvider>
  );
}
