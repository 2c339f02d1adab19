import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { OfflineEntry } from "#shared/offline-library.ts";
import type { Show } from "#shared/api/show-day.ts";
import { routePath } from "#shared/routes.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { EmptyState } from "#renderer/components/states.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { TeaserCard, useCoverVariants, useGridStyles } from "#renderer/features/reading/index.ts";
import { DeviceRoom } from "./device-room.tsx";
import { maxOpened } from "./offline-entries.ts";
import {
  offlineShowKind,
  useOfflineLibrary,
  withoutStill,
  type OfflineLibrary,
} from "./read-offline-library.ts";

const useStyles = makeStyles({
  section: { marginBottom: "56px" },
  heading: { marginBottom: "24px" },
  aboveShows: { marginBottom: "8px" },
  shows: { margin: 0, padding: 0, listStyleType: "none" },
  show: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
});

/** Returns each entry once: in the interface's language if it is kept in that. */
function useOnce(entries: OfflineEntry[]): OfflineEntry[] {
  const { language } = useTranslation().i18n;
  const byEntry = Map.groupBy(entries, ({ entry }) => `${entry.kind}/${entry.slug}`);
  return [...byEntry.values()].flatMap(
    (each) => each.find(({ entry }) => entry.language === language) ?? each.slice(0, 1),
  );
}

function Cards({ title, stored }: { title: string; stored: OfflineEntry[] }) {
  const grid = useGridStyles();
  const styles = useStyles();
  const teasers = stored.map(({ entry }) => withoutStill(entry));
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
  const { calendarDate } = useFormats();
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
              to={routePath("savedEntry", { kind: offlineShowKind, slug: id })}
              className={styles.show}
            >
              {t("offline.show", { name, day: calendarDate(on) })}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is kept, of a kind or all: the shows, what was saved, and what was opened last. */
function OfflineCards({ shelf, kind }: { shelf: OfflineLibrary; kind?: ContentKind | undefined }) {
  const { t } = useTranslation("shelf");
  const once = useOnce(shelf.entries.filter(({ entry }) => !kind || entry.kind === kind));
  return (
    <>
      {!kind && <Shows shows={shelf.shows} />}
      <Cards title={t("offline.saved")} stored={once.filter(({ isSaved }) => isSaved)} />
      <Cards title={t("offline.opened")} stored={once.filter(({ isSaved }) => !isSaved)} />
    </>
  );
}

/** Returns the sentence that says why this is shown, and until when. */
function useOfflineLead() {
  const { t } = useTranslation("shelf");
  const { deviceDay } = useFormats();
  return ({ until }: OfflineLibrary) =>
    t("offline.lead", { until: deviceDay(new Date(until).toISOString()) });
}

type OfflineCardsInPlaceProps = {
  kind: ContentKind | undefined;
  loading: ReactNode;
  children: ReactNode;
};

/** What this device keeps in the place of a list that did not load; `children` if it keeps nothing. */
export function OfflineCardsInPlace({ kind, loading, children }: OfflineCardsInPlaceProps) {
  const shelf = useOfflineLibrary();
  const lead = useOfflineLead();
  if (shelf === undefined) return loading;
  const isOfKind = ({ entry }: OfflineEntry) => !kind || entry.kind === kind;
  const hasShows = !kind && shelf?.shows.length;
  if (!shelf || !(hasShows || shelf.entries.some(isOfKind))) return children;
  return (
    <>
      <p role="status">{lead(shelf)}</p>
      <OfflineCards shelf={shelf} kind={kind} />
    </>
  );
}

/** What this device keeps, for its member after a start without a connection. */
export function OfflinePage({ shelf }: { shelf: OfflineLibrary }) {
  const { t } = useTranslation(["shelf", "titles"]);
  const lead = useOfflineLead();
  return (
    <Page title={t("titles:saved")} lead={lead(shelf)}>
      {shelf.entries.length === 0 && shelf.shows.length === 0 && (
        <EmptyState
          motif="treat-jar"
          title={t("offline.none.title")}
          text={t("offline.none.text", { count: maxOpened })}
        />
      )}
      <OfflineCards shelf={shelf} />
      <DeviceRoom shelf={shelf} />
    </Page>
  );
}
