import { Button, makeStyles } from "@fluentui/react-components";
import { ArrowDownloadRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { getTrainingCalendar } from "#shared/api/training-calendar.ts";
import type { TrainingPlan } from "#shared/api/training.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  section: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "16px",
    paddingTop: "20px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  actions: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 20px" },
  link: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
  button: { minHeight: "44px" },
});

/** Ways to see a plan in a calendar: as a file, and by subscription. */
export function CalendarSection({ plan, today }: { plan: TrainingPlan; today: string }) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const { busy, run } = useMutation(async () => {
    const { data, error } = await call(getTrainingCalendar, {
      params: { id: plan.id },
      query: { today },
    });
    if (data instanceof Blob) saveAsFile(`${plan.slug}.ics`, data);
    return error;
  });
  return (
    <section aria-label={t("calendar.title")} className={styles.section}>
      <div className={styles.actions}>
        <Button
          className={styles.button}
          icon={<ArrowDownloadRegular />}
          disabledFocusable={busy}
          onClick={() => void run()}
        >
          {t("calendar.download")}
        </Button>
        <TextLink to={`${routePath("dashboard")}#calendar`} className={styles.link}>
          {t("calendar.subscribe")}
        </TextLink>
      </div>
    </section>
  );
}
