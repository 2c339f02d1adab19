import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { useFrame } from "#renderer/components/frame.ts";
import { TabLinks } from "#renderer/components/tab-links.tsx";
import { media } from "#renderer/theme/tokens.ts";
import { adminPath, adminSections, type AdminSection } from "../admin-section.ts";

const useStyles = makeStyles({
  root: { paddingTop: "12px", [media.phone]: { paddingTop: "4px" } },
  links: {
    flexWrap: "wrap",
    columnGap: "24px",
    rowGap: 0,
    // Always two rows, for which the page leaves room; whether one is enough would depend on the language.
    [media.phone]: {
      display: "grid",
      gridTemplateColumns: "repeat(2, max-content)",
      justifyItems: "start",
    },
  },
});

/** Links to the sections of the dashboard for admins; the first one leads to the dashboard that all users have. */
export function AdminLinks({ current }: { current: AdminSection | null }) {
  const styles = useStyles();
  const { frame } = useFrame();
  const { t } = useTranslation("admin");
  return (
    <div className={mergeClasses(frame, styles.root)}>
      <TabLinks
        label={t("sections.label")}
        className={styles.links}
        tabs={[
          { to: routePath("dashboard"), text: t("sections.overview"), isCurrent: current === null },
          ...adminSections.map((section) => ({
            to: adminPath(section),
            text: t(`sections.${section}`),
            isCurrent: current === section,
          })),
        ]}
      />
    </div>
  );
}
