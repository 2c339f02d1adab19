import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listDogs } from "#shared/api/dogs.ts";
import type { Entry } from "#shared/api/library.ts";
import { isOffered } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { FollowedPlan } from "./followed-plan.tsx";
import { PlanChoice } from "../plan-choice.tsx";
import { StepNewsLine } from "../step-news.tsx";
import { StartDialog } from "./start-dialog.tsx";
import type { Followed } from "./use-followed.ts";

const useStyles = makeStyles({
  panel: {
    boxSizing: "border-box",
    minHeight: "156px",
    marginBottom: "40px",
    padding: "20px 24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "16px" },
    [media.print]: { display: "none" },
  },
  title: { marginBottom: "8px" },
  text: { margin: "0 0 16px", color: tokens.colorNeutralForeground2 },
  another: { marginTop: "12px", minHeight: "44px" },
});

function Invitation({ onStart }: { onStart: () => void }) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const accent = useButtonLook("accent");
  return (
    <>
      <p className={styles.text}>{t("follow.text")}</p>
      <Button size="large" {...accent} onClick={onStart}>
        {t("follow.action")}
      </Button>
    </>
  );
}

type FollowPanelProps = { entry: Entry; followed: Followed };

/** What a member does with a protocol: follow it, see how far each dog is, continue, begin again, stop. */
export function FollowPanel({ entry, followed }: FollowPanelProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const { query, plans, plan, today, choose } = followed;
  const { data: loadedDogs, isError, refetch } = useApiQuery(listDogs, {});
  const dogs = loadedDogs?.items ?? [];
  const [opened, setOpened] = useState<"start" | "restart" | null>(null);
  const [isStale, setStale] = useState(false);
  const open = (what: "start" | "restart") => {
    setOpened(what);
    setStale(false);
    if (isError) void refetch();
  };
  const free = dogs.filter(({ id }) => plans.every(({ dog }) => dog?.id !== id));
  return (
    <section aria-labelledby="training" className={styles.panel}>
      <Heading level={2} size="label" id="training" className={styles.title}>
        {plan ? t("follow.following") : t("follow.title")}
      </Heading>
      <QueryView query={query} loading={null}>
        {() => (
          <>
            {plan && plans.length > 1 && (
              <PlanChoice plans={plans} chosen={plan.id} today={today} onChoose={choose} />
            )}
            {plan ? (
              <FollowedPlan
                key={plan.id}
                {...{ plan, today }}
                free={loadedDogs ? free : null}
                onRestart={() => open("restart")}
              />
            ) : (
              <Invitation onStart={() => open("start")} />
            )}
            {plan && free.length > 0 && (
              <Button
                size="large"
                appearance="subtle"
                className={styles.another}
                onClick={() => open("start")}
              >
                {t("follow.another")}
              </Button>
            )}
          </>
        )}
      </QueryView>
      <StepNewsLine news={isStale ? { result: "stale" } : null} />
      {opened && (loadedDogs || !isOffered(listDogs)) && (
        <StartDialog
          slug={entry.slug}
          perWeek={entry.weeks?.[0]?.sessions.length ?? 1}
          // A plan that begins again keeps its dog.
          dogs={opened === "restart" ? dogs : free}
          highImpact={entry.protocol?.highImpact === true}
          today={today}
          {...(opened === "restart" && plan && { restarts: plan })}
          onClose={() => setOpened(null)}
          onStale={() => {
            setOpened(null);
            setStale(true);
          }}
        />
      )}
    </section>
  );
}
