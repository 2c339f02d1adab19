import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { KeptEntry } from "../../../../src-shared/kept-content.ts";
import type { Show } from "../../../../src-shared/api/show-day.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { Heading } from "../../../components/heading.tsx";
import { TextLink } from "../../../components/links.tsx";
import { Page } from "../../../components/page.tsx";
import { EmptyState } from "../../../components/states.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { TeaserCard } from "../teaser/teaser-card.tsx";
import { useGridStyles } from "../teaser/teaser-layout.ts";
import { useCoverVariants } from "../teaser/use-cover-variants.ts";
import { DeviceRoom } from "./device-room.tsx";
import { keptShowKind, withoutStill, type Shelf } from "./read-shelf.ts";

const useStyles = makeStyles({
  section: { marginBottom: "56px" },
  heading: { marginBottom: "24px" },
  aboveShows: { marginBottom: "8px" },
  shows: { margin: 0, padding: 0, listStyleType: "none" },
  show: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
});

/** Returns each entry once: in the interface's language if it is kept in that. */
function useOnce(entries: KeptEntry[]): KeptEntry[] {
  const { language } = useTranslation().i18n;
  const byEntry = Map.groupBy(entries, ({ entry }) => `${entry.kind}/${entry.slug}`);
  return [...byEntry.values()].flatMap(
    (each) => each.find(({ entry }) => entry.language === language) ?? each.slice(0, 1),
  );
}

function Cards({ title, kept }: { title: string; kept: KeptEntry[] }) {
  const grid = useGridStyles();
  const styles = useStyles();
  const teasers = kept.map(({ entry }) => withoutStill(entry));
  const variants = useCoverVariants(teasers);
  if (teasers.length === 0) return null;
  return (
    <section className={styles.section}>
      <Heading level={2} className={styles.heading}>
        {title}
      </Heading>
      <ul className={grid.grid}>
        {teasers.map((teaser, i) => {
          const { kind, slug } = teaser;
          return (
            <li key={`${kind}/${slug}`}>
              <TeaserCard
                teaser={teaser}
                variant={variants[i]}
                to={routePath("savedEntry", { kind, slug })}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Shows({ shows }: { shows: readonly Show[] }) {
  const styles = useStyles();
  const { t } = useTranslation(["shelf", "titles"]);
  const { published } = useFormats();
  if (shows.length === 0) return null;
  return (
    <section className={styles.section}>
      <Heading level={2} className={styles.aboveShows}>
        {t("titles:showDay")}
      </Heading>
      <ul className={styles.shows}>
        {shows.map(({ id, name, on }) => (
          <li key={id}>
            <TextLink
              to={routePath("savedEntry", { kind: keptShowKind, slug: id })}
              className={styles.show}
            >
              {t("kept.show", { name, day: published(on) })}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What this device keeps, for its member after a start without a connection. */
export function KeptShelf({ shelf }: { shelf: Shelf }) {
  const { t } = useTranslation(["shelf", "titles"]);
  const { date } = useFormats();
  const once = useOnce(shelf.entries);
  const until = date(new Date(shelf.until).toISOString());
  return (
    <Page title={t("titles:saved")} lead={t("kept.lead", { until })}>
      {once.length === 0 && shelf.shows.length === 0 && (
        <EmptyState motif="treat-jar" title={t("kept.none.title")} text={t("kept.none.text")} />
      )}
      <Shows shows={shelf.shows} />
      <Cards title={t("kept.saved")} kept={once.filter(({ isSaved }) => isSaved)} />
      <Cards title={t("kept.opened")} kept={once.filter(({ isSaved }) => !isSaved)} />
      <DeviceRoom shelf={shelf} />
    </Page>
  );
}
