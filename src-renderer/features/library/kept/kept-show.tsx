import { useTranslation } from "react-i18next";
import { Navigate } from "react-router-dom";
import { Page } from "../../../components/page.tsx";
import { LoadingLines } from "../../../components/states.tsx";
import { routePath } from "../../../../src-shared/routes.ts";
import { usePrintPaper } from "../entry/print.tsx";
import { showPath } from "../show-day/show-path.ts";
import { ShowSheet } from "../show-day/show-sheet.tsx";
import { useToday } from "../training/use-today.ts";
import { KeptNote } from "./kept-note.tsx";
import { readShows } from "./kept-shows.ts";
import { NotKept } from "./not-kept.tsx";
import { useKept } from "./read-shelf.ts";

/** The sheet of a show as this device keeps it, to read and print: ticks need a connection. */
export default function KeptShow({ id }: { id: string }) {
  const { screenOnly } = usePrintPaper();
  const { t } = useTranslation(["show-day", "titles"]);
  const today = useToday();
  const found = useKept(readShows);
  if (found === undefined) return <LoadingLines lines={10} />;
  if (found === null) return <Navigate to={showPath(id)} replace />;
  const { kept, until } = found;
  const show = kept?.answer.shows.find((each) => each.id === id);
  if (!kept || !show) return <NotKept />;
  return (
    <>
      <KeptNote keptAt={kept.keptAt} until={until} current={showPath(id)} />
      <Page title={t("titles:showDay")} lead={<span className={screenOnly}>{t("kept")}</span>}>
        <ShowSheet
          show={show}
          items={kept.answer.items}
          leftOut={kept.answer.leftOut}
          today={today}
          ticks={{ hasFailed: false, isDone: (item) => show.ticks.includes(item), tick: null }}
          entryPath={({ kind, slug }) => routePath("savedEntry", { kind, slug })}
        />
      </Page>
    </>
  );
}
