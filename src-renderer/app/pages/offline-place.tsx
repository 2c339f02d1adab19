import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router-dom";
import { contentKinds, entryOfPath, kindFacts } from "#shared/content-kinds.ts";
import { matchRoute, routePath, routes } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import {
  MissingOffline,
  OfflineCardsInPlace,
  OfflineNote,
  offlineTraining,
  useOfflineLibrary,
  useOfflineRead,
} from "#renderer/features/offline/index.ts";
import { OfflineShowInPlace } from "#renderer/features/shows/offline-show.tsx";
import { PlansToday } from "#renderer/features/training/index.ts";
import { PageSkeleton } from "../layouts/loading-screens.tsx";
import { OfflineEntryInPlace } from "./entry/offline-entry-page.tsx";

/** Today's sessions, to be trained and recorded: results are sent once there is a connection. */
function OfflineDashboard() {
  const { t } = useTranslation(["titles", "shelf"]);
  const found = useOfflineRead(offlineTraining.read);
  if (found === undefined) return <PageSkeleton />;
  if (!found?.stored) return <MissingOffline />;
  const { stored, userId, until } = found;
  return (
    <>
      <OfflineNote keptAt={stored.keptAt} until={until} current={routePath("dashboard")} />
      <Page title={t("dashboard")}>
        <PlansToday plans={stored.answer.items} loadedAt={stored.keptAt} userId={userId} />
        <TextLink to={routePath("saved")}>{t("shelf:offline.missing.action")}</TextLink>
      </Page>
    </>
  );
}

type OfflinePlaceProps = {
  /** Called when what is shown is to stay once the connection is back, and when it is not any more. */
  onStay: (stays: boolean) => void;
  children: ReactNode;
};

/** What this device keeps in the place of a page of its member; the page itself once the lease is over. */
export default function OfflinePlace({ onStay, children }: OfflinePlaceProps) {
  const { t } = useTranslation("titles");
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const shelf = useOfflineLibrary();
  if (shelf === undefined) return <PageSkeleton />;
  if (shelf === null) return children;
  const entry = entryOfPath(pathname);
  if (entry) {
    return (
      <OfflineEntryInPlace {...entry} onShown={() => onStay(true)} onCurrent={() => onStay(false)}>
        <MissingOffline />
      </OfflineEntryInPlace>
    );
  }
  const route = matchRoute(pathname);
  if (route === "dashboard") return <OfflineDashboard />;
  if (route === "showDay") {
    return (
      <OfflineShowInPlace id={params.get("show")}>
        <MissingOffline />
      </OfflineShowInPlace>
    );
  }
  const kind = contentKinds.find((each) => kindFacts[each].list === route);
  const isStored = shelf.entries.some((stored) => stored.entry.kind === kind);
  if (route === null || !isStored) return <MissingOffline />;
  return (
    <Page title={t(routes[route].title)}>
      <OfflineCardsInPlace kind={kind} loading={null}>
        {null}
      </OfflineCardsInPlace>
    </Page>
  );
}
