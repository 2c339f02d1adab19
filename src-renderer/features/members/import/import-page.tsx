import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import {
  deleteMemberImport,
  getMemberImport,
  listMemberImports,
  type WholeMemberImport,
} from "#shared/api/member-imports.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { focusOnMount } from "#renderer/components/keep-focus.ts";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { useMembersAddress } from "../members-address.ts";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { FileStep } from "./file-step.tsx";
import { ResultStep } from "./result-step.tsx";

const useStyles = makeStyles({
  back: { margin: "0 0 16px" },
  steps: {
    display: "flex",
    flexWrap: "wrap",
    gap: "4px 24px",
    margin: "0 0 24px",
    padding: 0,
    listStyleType: "none",
    color: tokens.colorNeutralForeground2,
  },
  current: {
    color: tokens.colorNeutralForeground1,
    fontWeight: 600,
    boxShadow: `0 2px 0 ${tokens.colorAccent}`,
  },
  facts: { margin: "4px 0 20px", color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  actions: { display: "flex", flexWrap: "wrap", gap: "12px 20px", marginTop: "32px" },
});

const steps = ["file", "columns", "check", "result"] as const;

type StepProps = { step: (typeof steps)[number]; title: string; children: ReactNode };

/** The four steps in one line, and the present one below its heading, which gets the focus when it begins. */
function Step({ step, title, children }: StepProps) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  return (
    <>
      <ol aria-label={t("steps.label")} className={styles.steps}>
        {steps.map((one, at) => (
          <li
            key={one}
            className={mergeClasses(one === step && styles.current)}
            {...(one === step && { "aria-current": "step" })}
          >
            {at + 1}. {t(`steps.${one}`)}
          </li>
        ))}
      </ol>
      <Heading key={title} level={2} ref={focusOnMount}>
        {title}
      </Heading>
      {children}
    </>
  );
}

/** Deletes a draft, after asking. */
function DeleteDraft({ one: { id, fileName: name } }: { one: WholeMemberImport }) {
  const { t } = useTranslation("member-import");
  const { linkTo } = useMembersAddress();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { busy, failure, run, reset } = useMutation(async () => {
    const { error } = await call(deleteMemberImport, { params: { id }, silent: true });
    // "not-found": another admin has deleted it; "conflict": has started it, which the page then shows.
    if (error && error.code !== "not-found" && error.code !== "conflict") return error;
    if (error?.code === "conflict") {
      await refresh(getMemberImport);
      return null;
    }
    await refresh(listMemberImports);
    void navigate(linkTo({ import: "new", step: null }), { replace: true });
    return null;
  });
  return (
    <>
      <DangerButton size="large" onClick={() => setAsking(true)}>
        {t("delete.open")}
      </DangerButton>
      <ConfirmDialog
        open={isAsking}
        isDanger
        title={t("delete.title", { name })}
        action={t("delete.open")}
        busy={busy}
        onConfirm={() => void run()}
        onClose={() => {
          setAsking(false);
          reset();
        }}
      >
        <p>{t("delete.text")}</p>
        {failure && <FormFailure error={rootError(failure)} />}
      </ConfirmDialog>
    </>
  );
}

/** Whose file it is, and when it came. */
function Facts({ one }: { one: WholeMemberImport }) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { businessTime, number } = useFormats();
  const { fileName: name, lines: count, by, createdAt } = one;
  return (
    <p className={styles.facts}>
      {t("facts", { name, count, shown: number(count) })}{" "}
      {by === null
        ? t("uploaded", { when: businessTime(createdAt) })
        : t("uploadedBy", { when: businessTime(createdAt), who: by })}
    </p>
  );
}

function ImportView({ one }: { one: WholeMemberImport }) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { address } = useMembersAddress();
  if (one.state !== "draft") {
    return (
      <Step step="result" title={t(one.state === "done" ? "result.done" : "result.running")}>
        <Facts one={one} />
        <ResultStep one={one} />
      </Step>
    );
  }
  const step = one.problems.length > 0 ? "columns" : address.step;
  return (
    <Step step={step} title={t(`${step}.title`)}>
      <Facts one={one} />
      {step === "columns" ? <ColumnsStep one={one} /> : <CheckStep one={one} />}
      <div className={styles.actions}>
        <DeleteDraft one={one} />
      </div>
    </Step>
  );
}

function StoredImport({ id }: { id: string }) {
  const { t } = useTranslation("member-import");
  const { linkTo } = useMembersAddress();
  const query = useApiQuery(getMemberImport, { params: { id } }, { staleTime: 0 });
  const code = query.error?.failure.code;
  // Also after it was shown: another admin may have deleted it.
  if (code === "not-found" || code === "validation") {
    return (
      <EmptyState
        motif="whistle"
        title={t("gone.title")}
        text={t("gone.text")}
        action={
          <ButtonLink to={linkTo({ import: "new", step: null })}>{t("gone.again")}</ButtonLink>
        }
      />
    );
  }
  return (
    <QueryView query={query} loading={<LoadingLines lines={8} />}>
      {(one) => <ImportView one={one} />}
    </QueryView>
  );
}

/** Brings members of another site along, in four steps; the address names the import, "new" before there is one. */
export function ImportPage({ id }: { id: string }) {
  const styles = useStyles();
  const { t } = useTranslation(["member-import", "members"]);
  const { linkTo } = useMembersAddress();
  return (
    <>
      <p className={styles.back}>
        <TextLink to={linkTo({ import: null, step: null })}>{t("members:back")}</TextLink>
      </p>
      {id === "new" ? (
        <Step step="file" title={t("file.title")}>
          <FileStep />
        </Step>
      ) : (
        <StoredImport id={id} />
      )}
    </>
  );
}
