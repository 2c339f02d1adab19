import { Button, Field, Input, makeStyles } from "@fluentui/react-components";
import { ArrowDownloadRegular, CopyRegular } from "@fluentui/react-icons";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  createCalendarAddress,
  getCalendarAddress,
  getTrainingCalendar,
  revokeCalendarAddress,
} from "../../../../../src-shared/api/training-calendar.ts";
import type { TrainingPlan } from "../../../../../src-shared/api/training.ts";
import { deviceTimeZone } from "../../../../../src-shared/formats.ts";
import { call } from "../../../../api-client/client.ts";
import { refresh, useApiQuery } from "../../../../api-client/query.ts";
import { copyText } from "../../../../components/copy-text.ts";
import { DangerButton } from "../../../../components/danger-button.tsx";
import { FormSuccess } from "../../../../components/form/form-outcome.tsx";
import { Heading } from "../../../../components/heading.tsx";
import { QueryView } from "../../../../components/query-view.tsx";
import { saveAsFile } from "../../../../components/save-as-file.ts";
import { useMutation } from "../../../../components/use-mutation.ts";
import { useFormats } from "../../../../i18n/formats.ts";
import { tokens } from "../../../../theme/tokens.ts";

const useStyles = makeStyles({
  section: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "16px",
    paddingTop: "20px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
});

/** Returns what creates and revokes the secret address, the new address, and what to say about it. */
function useAddress() {
  const { t } = useTranslation("training");
  const [url, setUrl] = useState<string | null>(null);
  const [done, setDone] = useState("");
  const { busy, run } = useMutation(async (change: () => Promise<string | null>) => {
    setDone("");
    const text = await change();
    await refresh(getCalendarAddress);
    if (text !== null) setDone(text);
    return text === null ? "failed" : null;
  });
  const create = async () => {
    const { data } = await call(createCalendarAddress, { body: { timeZone: deviceTimeZone() } });
    if (data) setUrl(data.url);
    return data && t("calendar.created");
  };
  const revoke = async () => {
    const { error } = await call(revokeCalendarAddress, {});
    if (error) return null;
    setUrl(null);
    return t("calendar.revoked");
  };
  return {
    url,
    busy,
    done,
    create: () => void run(create),
    revoke: () => void run(revoke),
    copy: async (field: HTMLInputElement) =>
      setDone((await copyText(field)) ? t("calendar.copied") : t("calendar.notCopied")),
  };
}

/** The secret address of a calendar with all plans: shown once, created again, revoked. */
function Subscription() {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const { date } = useFormats();
  const held = useApiQuery(getCalendarAddress, {});
  const { url, busy, done, create, revoke, copy } = useAddress();
  const createdAt = held.data?.createdAt ?? null;
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Heading level={4}>{t("calendar.subscribe")}</Heading>
      <p className={styles.text}>{t("calendar.text")}</p>
      {url !== null && (
        <Field label={t("calendar.address")} hint={t("calendar.once")}>
          <Input
            ref={field}
            readOnly
            size="large"
            value={url}
            onFocus={({ target }) => target.select()}
          />
        </Field>
      )}
      {url === null && createdAt !== null && (
        <p className={styles.text}>{t("calendar.since", { on: date(createdAt) })}</p>
      )}
      <div className={styles.actions}>
        {url !== null && (
          <Button
            className={styles.button}
            icon={<CopyRegular />}
            onClick={() => field.current && void copy(field.current)}
          >
            {t("calendar.copy")}
          </Button>
        )}
        {/* Creating an address revokes the one before, so it has to be known whether there is one. */}
        <QueryView query={held} loading={null}>
          {() => (
            <Button className={styles.button} disabledFocusable={busy} onClick={create}>
              {createdAt === null ? t("calendar.create") : t("calendar.replace")}
            </Button>
          )}
        </QueryView>
        {createdAt !== null && (
          <DangerButton size="large" disabledFocusable={busy} onClick={revoke}>
            {t("calendar.revoke")}
          </DangerButton>
        )}
      </div>
      <FormSuccess>{done}</FormSuccess>
    </>
  );
}

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
      </div>
      <Subscription />
    </section>
  );
}
