import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { MotifName } from "../../../resources/art/motifs.ts";
import { LateCover } from "../../components/cover-art/late-art.tsx";
import { Page } from "../../components/page.tsx";
import { media, tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  grid: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 460px) minmax(0, 1fr)",
    gap: "96px",
    alignItems: "start",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 520px)" },
  },
  body: { display: "grid", gap: "24px", "& p": { margin: 0 } },
  picture: {
    borderRadius: tokens.borderRadiusXLarge,
    overflow: "hidden",
    [media.belowTablet]: { display: "none" },
  },
});

type SignInLayoutProps = {
  title: string;
  lead?: ReactNode;
  /** The motif of the picture. */
  motif: MotifName;
  children: ReactNode;
};

/** The layout of the sign-in pages: a narrow column, and a picture beside it on wide screens. */
export function SignInLayout({ title, lead, motif, children }: SignInLayoutProps) {
  const styles = useStyles();
  return (
    <Page title={title} {...(lead !== undefined && { lead })}>
      <div className={styles.grid}>
        <div className={styles.body}>{children}</div>
        <div className={styles.picture}>
          <LateCover kind="articles" slug={`sign-in-${motif}`} motif={motif} ratio="4 / 3" />
        </div>
      </div>
    </Page>
  );
}
