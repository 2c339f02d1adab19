import { Button, makeStyles } from "@fluentui/react-components";
import { AddRegular } from "@fluentui/react-icons";
import { useEffect, useRef, useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { listShows, type Show } from "#shared/api/show-day.ts";
import type { Answer } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { FilterChip, usePrintPaper } from "#renderer/features/reading/index.ts";
import { useToday } from "#renderer/components/use-today.ts";
import { ShowButtons } from "./show-buttons.tsx";
import { ShowForm } from "./show-form.tsx";
import { ShowSheet } from "./show-sheet.tsx";
import { useShowTicks } from "./use-ticks.ts";

const useStyles = makeStyles({
  choice: {
    display: "flex",
    flexWrap: "wrap",
    gap: "8px 12px",
    marginBottom: "28px",
    [media.print]: { display: "none" },
  },
  form: {
    boxSizing: "border-box",
    maxWidth: "712px",
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "20px 16px" },
    [media.print]: { display: "none" },
  },
  // Keeps the footer below the window.
  body: { minHeight: "70vh", [media.print]: { minHeight: 0 } },
});

const parameter = "show";

/** Returns the show that the address names, else the next one, else the last one; and how to choose another. */
function useChosenShow(shows: readonly Show[], today: string) {
  const { params, change } = useAddressParams<typeof parameter>();
  const next = shows.find(({ on }) => on >= today) ?? shows.at(-1) ?? null;
  const choose = (id: string | null) => change({ [parameter]: id ?? "" });
  return { show: shows.find(({ id }) => id === params.get(parameter)) ?? next, choose };
}

type ChoiceProps = {
  shows: readonly Show[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onAdd: () => void;
};

/** Buttons for the shows, where there are several, and one that adds another. */
function ShowChoice({ shows, chosen, onChoose, onAdd }: ChoiceProps) {
  const styles = useStyles();
  const { t } = useTranslation("show-day");
  const { calendarDate } = useFormats();
  return (
    <div role="group" aria-label={t("shows")} className={styles.choice}>
      {shows.length > 1 &&
        shows.map(({ id, name, on }) => (
          <FilterChip key={id} isChosen={id === chosen} onToggle={() => onChoose(id)}>
            {name} · {calendarDate(on)}
          </FilterChip>
        ))}
      <Button size="large" icon={<AddRegular />} onClick={onAdd}>
        {t("add")}
      </Button>
    </div>
  );
}

type OwnSheetProps = Omit<ComponentProps<typeof ShowSheet>, "ticks"> &
  ComponentProps<typeof ShowButtons>;

/** The sheet of a show, with ticks that are stored and buttons that change it. */
function OwnSheet({ show, onChange, onDeleted, ...rest }: OwnSheetProps) {
  const ticks = useShowTicks(show);
  return (
    <ShowSheet {...{ show, ticks, ...rest }}>
      <ShowButtons {...{ show, onChange, onDeleted }} />
    </ShowSheet>
  );
}

type Mode = "show" | "add" | "change";

/** The form, the sheet of the chosen show, or how to begin. */
function Shows({ shows, items, leftOut }: Answer<typeof listShows>) {
  const styles = useStyles();
  const { t } = useTranslation("show-day");
  const today = useToday();
  const { show, choose } = useChosenShow(shows, today);
  const [mode, setMode] = useState<Mode>("show");
  const heading = useRef<HTMLHeadingElement>(null);
  const [returns, setReturns] = useState(0);
  useEffect(() => {
    if (returns > 0) focusReplacement(heading.current);
  }, [returns]);
  const close = () => {
    setMode("show");
    setReturns(returns + 1);
  };
  if (mode !== "show") {
    return (
      <div className={styles.form}>
        <ShowForm
          show={mode === "change" ? show : null}
          onCancel={close}
          onSaved={({ id }) => {
            choose(id);
            close();
          }}
        />
      </div>
    );
  }
  const add = () => setMode("add");
  if (!show) {
    return (
      <EmptyState
        motif="rosette"
        title={t("empty.title")}
        text={t("empty.text")}
        action={
          <Button size="large" appearance="primary" onClick={add}>
            {t("add")}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ShowChoice shows={shows} chosen={show.id} onChoose={choose} onAdd={add} />
      <OwnSheet
        key={show.id}
        {...{ show, items, leftOut, today, heading }}
        onChange={() => setMode("change")}
        onDeleted={() => {
          choose(null);
          setReturns(returns + 1);
        }}
      />
    </>
  );
}

/** The countdowns to a member's shows, put together from the library. */
export default function ShowDayPage() {
  const styles = useStyles();
  const { screenOnly } = usePrintPaper();
  const { t } = useTranslation(["show-day", "titles"]);
  const shows = useApiQuery(listShows, {});
  return (
    <Page title={t("titles:showDay")} lead={<span className={screenOnly}>{t("lead")}</span>}>
      <div className={styles.body}>
        <QueryView query={shows} loading={<LoadingLines lines={10} />}>
          {(answer) => <Shows {...answer} />}
        </QueryView>
      </div>
    </Page>
  );
}
