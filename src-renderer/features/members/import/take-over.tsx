import { Button, makeStyles } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { getTakeOver, takeOverAll, type TakeOver } from "#shared/api/take-over.ts";
import { call } from "#renderer/api-client/client.ts";
import { setAnswer, useApiQuery, usePolling } from "#renderer/api-client/query.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { Details } from "#renderer/components/details.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { focusWithPart } from "#renderer/components/keep-focus.ts";
import { TextLink, useButtonLook } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useMembersAddress } from "../members-address.ts";

/** Time between two looks at a run that is under way. */
const checkEveryMs = 3_000;

const useStyles = makeStyles({
  root: {
    display: "grid",
    gap: "12px",
    justifyItems: "start",
    maxWidth: "712px",
    marginTop: "40px",
    "> p": { margin: 0 },
  },
  progress: { width: "100%", maxWidth: "520px" },
  names: { overflowWrap: "anywhere" },
});

type TakeOverButtonProps = { look: "accent" | "secondary"; isAgain: boolean };

/** Has all subscriptions at the former site end with their paid periods, after asking. */
function TakeOverButton({ look, isAgain }: TakeOverButtonProps) {
  const { t } = useTranslation(["member-import", "members"]);
  const [isAsking, setAsking] = useState(false);
  const button = useButtonLook(look);
  const { busy, failure, run, reset } = useMutation(async () => {
    const { data, error } = await call(takeOverAll, { silent: true });
    if (error) return error;
    await setAnswer(getTakeOver, data);
    setAsking(false);
    return null;
  });
  const words = { "payments-unavailable": t("takeOver.unavailable") };
  return (
    <>
      <Button size="large" {...button} onClick={() => setAsking(true)}>
        {t(isAgain ? "takeOver.again" : "takeOver.open")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t("takeOver.title")}
        action={t("takeOver.open")}
        busy={busy}
        onConfirm={() => void run()}
        onClose={() => {
          setAsking(false);
          reset();
        }}
      >
        <p>{t("takeOver.text")}</p>
        <p>{t("members:acts.final")}</p>
        {failure && <FormFailure error={rootError(failure)} words={words} />}
      </ConfirmDialog>
    </>
  );
}

/** What a run does or has done. */
function Run({ run, customers }: { run: NonNullable<TakeOver["run"]>; customers: number }) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { businessTime, number } = useFormats();
  const { done, failed: count, finishedAt } = run;
  const percent = Math.floor((10 * done) / Math.max(customers, 1)) * 10;
  return (
    <>
      {finishedAt === null ? (
        <>
          <progress
            className={styles.progress}
            aria-label={t("takeOver.progress")}
            value={done}
            max={customers}
          />
          <p>
            {t("takeOver.of", {
              count: customers,
              done: number(done),
              customers: number(customers),
            })}
          </p>
        </>
      ) : (
        <p>{t("takeOver.finished", { when: businessTime(finishedAt) })}</p>
      )}
      <LiveText>
        {finishedAt === null
          ? percent > 0 && t("result.percent", { percent })
          : count === 0 && t("takeOver.over")}
      </LiveText>
      {count > 0 && (
        <Notice intent="warning">
          <p>{t("takeOver.failed", { count, shown: number(count) })}</p>
        </Notice>
      )}
    </>
  );
}

type FoundProps = { found: TakeOver; look: TakeOverButtonProps["look"] };

/** The section itself, which takes the focus if a link leads to it. */
function Found({ found, look }: FoundProps) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { number } = useFormats();
  const { linkTo } = useMembersAddress();
  const { hash } = useLocation();
  const { alive: count, customers, members, run } = found;
  const isRunning = run?.finishedAt === null;
  usePolling(getTakeOver, isRunning ? checkEveryMs : null);
  return (
    <section aria-labelledby="take-over" className={styles.root}>
      <Heading level={3} id="take-over" {...(hash === "#take-over" && { ref: focusWithPart })}>
        {t("takeOver.heading")}
      </Heading>
      <p>{t(count > 0 ? "takeOver.alive" : "takeOver.none", { count, shown: number(count) })}</p>
      {run && <Run run={run} customers={customers} />}
      {members.length > 0 && (
        <Details summary={t("takeOver.who")} className={styles.names}>
          <ul>
            {members.map(({ id, name, email }) => (
              <li key={id}>
                <TextLink to={linkTo({ member: id, import: null, step: null })}>{name}</TextLink>,{" "}
                {email}
              </li>
            ))}
          </ul>
          {members.length < count && <p>{t("takeOver.first", { count: members.length })}</p>}
        </Details>
      )}
      {!isRunning && (
        <TakeOverButton look={count > 0 ? look : "secondary"} isAgain={run !== null} />
      )}
    </section>
  );
}

type TakeOverPartProps = Pick<FoundProps, "look"> & {
  /** Shown below once it is known whether there is something to take over: it would move down. */
  children?: ReactNode;
};

/** Members whom their former site still charges, and the button that takes them over. Nothing for a portal without any. */
export function TakeOverPart({ look, children }: TakeOverPartProps) {
  const query = useApiQuery(getTakeOver, { silent: true }, { staleTime: 0 });
  return (
    <>
      <QueryView
        query={query}
        loading={<LoadingLines lines={4} />}
        isEmpty={({ customers }) => customers === 0}
      >
        {(found) => <Found found={found} look={look} />}
      </QueryView>
      {!query.isPending && children}
    </>
  );
}
