import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routes } from "#shared/routes.ts";
import {
  type AskedEntry,
  LockedEntryHead,
  LockedEntrySummary,
  useAskedEntry,
} from "#renderer/features/reading/index.ts";
import { Page } from "#renderer/components/page.tsx";
import { rememberedPlace, routeOfPlace } from "#renderer/session/remembered-place.ts";
import { media } from "#renderer/theme/tokens.ts";
import { IncludedList } from "./plans/included-list.tsx";
import { NewestCovers } from "./plans/newest-covers.tsx";
import { Plans } from "./plans/plan-comparison.tsx";
import { Promises } from "./plans/promises.tsx";

const useStyles = makeStyles({
  columns: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 4fr) minmax(0, 8fr)",
    gap: "24px 48px",
    alignItems: "start",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  entry: { display: "grid", gap: "12px" },
});

/** Returns the title of the members' page that the user tried to open; empty if there is none. */
function useAskedFor(): string {
  const { t } = useTranslation("titles");
  const route = routeOfPlace(rememberedPlace.read());
  return route !== null && routes[route].access === "member" ? t(routes[route].title) : "";
}

/** What the plans open first: the entry that led here. */
function Asked({ kind, teaser }: AskedEntry) {
  const styles = useStyles();
  return (
    <div className={styles.entry}>
      <LockedEntryHead kind={kind} teaser={teaser ?? undefined} />
      <LockedEntrySummary teaser={teaser ?? undefined} />
    </div>
  );
}

/** /sub-missing: what the user tried to open, and the plans that open it. A payment leads back to it. */
export default function SubMissingPage() {
  const styles = useStyles();
  const { t } = useTranslation(["billing", "titles"]);
  const asked = useAskedEntry();
  const title = useAskedFor();
  const locked = asked?.teaser === null ? null : asked;
  const place = locked ? t("missing.entry") : title && t("missing.place", { title });
  return (
    <Page title={t("titles:subMissing")} lead={[t("missing.lead"), place].join(" ")}>
      {locked ? (
        <div className={styles.columns}>
          <Asked {...locked} />
          <Plans />
        </div>
      ) : (
        <Plans />
      )}
      <IncludedList />
      <NewestCovers />
      <Promises answering={["withdraw", "cancel"]} />
    </Page>
  );
}
