import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Heading } from "#renderer/components/heading.tsx";
import {
  entryPath,
  TeaserCard,
  useCoverVariants,
  useGridStyles,
} from "#renderer/features/reading/index.ts";
import type { OfflineLibrary } from "./read-offline-library.ts";

const useStyles = makeStyles({
  section: { marginTop: "56px" },
  heading: { marginBottom: "24px" },
});

/** The entries that this device stores although they are not saved, those opened last first; nothing if there are none. */
export function OpenedEntries({ shelf }: { shelf: OfflineLibrary }) {
  const grid = useGridStyles();
  const styles = useStyles();
  const { t, i18n } = useTranslation("shelf");
  const opened = shelf.entries.filter(({ isSaved }) => !isSaved).map(({ entry }) => entry);
  // Each once: in the language of the interface if it is stored in that.
  const byEntry = Map.groupBy(opened, ({ kind, slug }) => `${kind}/${slug}`);
  const teasers = [...byEntry.values()].flatMap(
    (each) => each.find(({ language }) => language === i18n.language) ?? each.slice(0, 1),
  );
  const variants = useCoverVariants(teasers);
  if (teasers.length === 0) return null;
  return (
    <section className={styles.section}>
      <Heading level={2} className={styles.heading}>
        {t("opened")}
      </Heading>
      <ul className={grid.grid}>
        {teasers.map((teaser, i) => (
          <li key={entryPath(teaser)}>
            <TeaserCard teaser={teaser} variant={variants[i]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
