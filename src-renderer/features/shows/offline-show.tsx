import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router-dom";
import type { Show } from "#shared/api/show-day.ts";
import type { OfflineShows } from "#shared/offline-library.ts";
import { Page } from "#renderer/components/page.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { routePath } from "#shared/routes.ts";
import { usePrintPaper } from "#renderer/features/reading/index.ts";
import { showPath } from "./show-line.tsx";
import { ShowSheet } from "./show-sheet.tsx";
import { useToday } from "#renderer/components/use-today.ts";
import {
  MissingOffline,
  OfflineNote,
  offlineShows,
  useOfflineRead,
} from "#renderer/features/offline/index.ts";

type Stored = { stored: OfflineShows; until: number };

/** The sheet of a kept show, to read and print: ticks need a connection. */
function OfflineSheet({ show, found: { stored, until } }: { show: Show; found: Stored }) {
  const { screenOnly } = usePrintPaper();
  const { t } = useTranslation(["show-day", "titles"]);
  const today = useToday();
  return (
    <>
      <OfflineNote keptAt={stored.keptAt} until={until} current={showPath(show.id)} />
      <Page title={t("titles:showDay")} lead={<span className={screenOnly}>{t("kept")}</span>}>
        <ShowSheet
          show={show}
          items={stored.answer.items}
          leftOut={stored.answer.leftOut}
          today={today}
          ticks={{ isDone: (item) => show.ticks.includes(item), tick: null }}
          entryPath={({ kind, slug }) => routePath("savedEntry", { kind, slug })}
        />
      </Page>
    </>
  );
}

/** The wanted or next show as this device keeps it; `children` if none is kept. */
export function OfflineShowInPlace({ id, children }: { id: string | null; children: ReactNode }) {
  const found = useOfflineRead(offlineShows.read);
  if (found === undefined) return <LoadingLines lines={10} />;
  const shows = found?.stored?.answer.shows ?? [];
  const show = shows.find((each) => each.id === id) ?? shows[0];
  if (!found?.stored || !show) return children;
  return <OfflineSheet show={show} found={{ stored: found.stored, until: found.until }} />;
}

/** A show at the address of what is kept. */
export function OfflineShow({ id }: { id: string }) {
  const found = useOfflineRead(offlineShows.read);
  if (found === undefined) return <LoadingLines lines={10} />;
  if (found === null) return <Navigate to={showPath(id)} replace />;
  const { stored, until } = found;
  const show = stored?.answer.shows.find((each) => each.id === id);
  if (!stored || !show) return <MissingOffline />;
  return <OfflineSheet show={show} found={{ stored, until }} />;
}
