import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router-dom";
import type { Show } from "#shared/api/show-day.ts";
import type { KeptShows } from "#shared/kept-content.ts";
import { Page } from "#renderer/components/page.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { routePath } from "#shared/routes.ts";
import { usePrintPaper } from "../entry/print.tsx";
import { showPath } from "../show-day/show-path.ts";
import { ShowSheet } from "../show-day/show-sheet.tsx";
import { useToday } from "../training/use-today.ts";
import { KeptNote } from "./kept-note.tsx";
import { readShows } from "./kept-shows.ts";
import { NotKept } from "./not-kept.tsx";
import { useKept } from "./read-shelf.ts";

type Kept = { kept: KeptShows; until: number };

/** The sheet of a kept show, to read and print: ticks need a connection. */
function KeptSheet({ show, found: { kept, until } }: { show: Show; found: Kept }) {
  const { screenOnly } = usePrintPaper();
  const { t } = useTranslation(["show-day", "titles"]);
  const today = useToday();
  return (
    <>
      <KeptNote keptAt={kept.keptAt} until={until} current={showPath(show.id)} />
      <Page title={t("titles:showDay")} lead={<span className={screenOnly}>{t("kept")}</span>}>
        <ShowSheet
          show={show}
          items={kept.answer.items}
          leftOut={kept.answer.leftOut}
          today={today}
          ticks={{ isDone: (item) => show.ticks.includes(item), tick: null }}
          entryPath={({ kind, slug }) => routePath("savedEntry", { kind, slug })}
        />
      </Page>
    </>
  );
}

/**
 * The show that is wanted, else the next one, as this device keeps it, in the place of shows that did not load; `children`
 * if none is kept. The others are listed with what is saved.
 */
export function KeptShowInPlace({ id, children }: { id: string | null; children: ReactNode }) {
  const found = useKept(readShows);
  if (found === undefined) return <LoadingLines lines={10} />;
  const shows = found?.kept?.answer.shows ?? [];
  const show = shows.find((each) => each.id === id) ?? shows[0];
  if (!found?.kept || !show) return children;
  return <KeptSheet show={show} found={{ kept: found.kept, until: found.until }} />;
}

/** A show at the address of what is kept. */
export default function KeptShow({ id }: { id: string }) {
  const found = useKept(readShows);
  if (found === undefined) return <LoadingLines lines={10} />;
  if (found === null) return <Navigate to={showPath(id)} replace />;
  const { kept, until } = found;
  const show = kept?.answer.shows.find((each) => each.id === id);
  if (!kept || !show) return <NotKept />;
  return <KeptSheet show={show} found={{ kept, until }} />;
}
