import { makeStyles, Button } from "@fluentui/react-components";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ArrowDownloadRegular } from "@fluentui/react-icons";
import { getDiarySummary, type DiarySummary, exportDiary } from "#shared/api/training-diary.ts";
import { listTraining } from "#shared/api/training.ts";
import { routePath } from "#shared/routes.ts";
import { weeksInARow } from "#shared/training-diary.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useToday } from "#renderer/components/use-today.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { call } from "#renderer/api-client/client.ts";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { DiaryCalendar } from "./diary-calendar.tsx";
import { DiaryFilterBar, queryOf, useDiaryFilter } from "./diary-filter.tsx";
import { DiaryList } from "./diary-list.tsx";
import { MinutesPicture, ResultsPicture } from "./diary-pictures.tsx";

const useDiaryExportStyles = makeStyles({
  root: { display: "grid", justifyItems: "start", gap: "8px" },
  button: { minHeight: "44px" },
  text: { margin: 0, fontSize: "15px", color: tokens.colorNeutralForeground2 },
});

function DiaryExport({ query }: { query: ReturnType<typeof queryOf> }) {
  const styles = useDiaryExportStyles();
  const { t } = useTranslation("training-diary");
  const { busy, run } = useMutation(async () => {
    const { data, error } = await call(exportDiary, { query });
    if (data instanceof Blob) saveAsFile("training-diary.csv", data);
    return error;
  });
  return (
    <div className={styles.root}>
      <Button
        size="large"
        className={styles.button}
        icon={<ArrowDownloadRegular />}
        disabledFocusable={busy}
        onClick={() => void run()}
      >
        {t("export.action")}
      </Button>
      <p className={styles.text}>{t("export.text")}</p>
    </div>
  );
}

const useStyles = makeStyles({
  root: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "40px" },
  head: { display: "grid", gap: "16px" },
  title: { fontSize: "24px", lineHeight: "30px" },
  lead: { margin: 0, maxWidth: "66ch", color: tokens.colorNeutralForeground2 },
  streak: { margin: 0, fontWeight: 600, color: tokens.colorAccentText },
  columns: {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    alignItems: "start",
    gap: "40px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
});

/** Says how the diary gets its first session: by the one of today, or by a protocol to follow. */
function EmptyDiary({ today }: { today: string }) {
  const { t } = useTranslation("training-diary");
  const { data } = useApiQuery(listTraining, { query: { today } });
  const isFollowing = data !== undefined && data.items.length > 0;
  return (
    <EmptyState
      motif="weave-poles"
      title={t("empty.title")}
      text={t("empty.text")}
      action={
        <ButtonLink to={routePath(isFollowing ? "dashboard" : "protocols")} look="accent">
          {t(isFollowing ? "empty.today" : "empty.action")}
        </ButtonLink>
      }
    />
  );
}

/** Praises weeks with training in a row; says nothing about a break. */
function Streak({ days, today }: { days: DiarySummary["days"]; today: string }) {
  const styles = useStyles();
  const { t } = useTranslation("training-diary");
  const count = weeksInARow(days, today);
  return count < 2 ? null : <p className={styles.streak}>{t("streak", { count })}</p>;
}

/** What the member trained with all dogs: a tab of the dashboard. */
export default function DiarySection() {
  const styles = useStyles();
  const { t } = useTranslation("training-diary");
  const today = useToday();
  const { filter, change } = useDiaryFilter();
  const query = queryOf(filter);
  const summary = useApiQuery(getDiarySummary, { query }, { keepPrevious: true });
  const sessions = useRef<HTMLHeadingElement>(null);
  // The sessions stand above the calendar in which a day is chosen, and may be out of view.
  const showSessions = () => {
    sessions.current?.scrollIntoView();
    sessions.current?.focus({ preventScroll: true });
  };
  return (
    <QueryView
      query={summary}
      loading={<LoadingLines lines={12} />}
      isEmpty={({ protocols }) => protocols.length === 0}
      empty={<EmptyDiary today={today} />}
    >
      {({ days, results, dogs, protocols }) => (
        <div className={styles.root}>
          <div className={styles.head}>
            <Heading level={2} className={styles.title}>
              {t("title")}
            </Heading>
            <p className={styles.lead}>{t(isPartOn(brand, "dogs") ? "lead" : "leadPlain")}</p>
            <Streak days={days} today={today} />
            <DiaryFilterBar {...{ filter, dogs, protocols }} onChange={change} />
          </div>
          <DiaryList
            heading={sessions}
            {...{ filter, today }}
            onAllDays={() => {
              change({ day: "" });
              showSessions();
            }}
          />
          <div className={styles.columns}>
            <DiaryCalendar
              {...{ days, filter, today }}
              onChange={(changes) => {
                change(changes);
                if (changes.day) showSessions();
              }}
            />
            <MinutesPicture days={days} today={today} />
          </div>
          {results.length > 0 && <ResultsPicture results={results} />}
          <DiaryExport query={query} />
        </div>
      )}
    </QueryView>
  );
}
