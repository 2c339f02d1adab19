import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import {
  getMemberImport,
  importLimits,
  listMemberImports,
  uploadMembers,
} from "#shared/api/member-imports.ts";
import { call } from "#renderer/api-client/client.ts";
import { queryClient, queryOf, refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { Details } from "#renderer/components/details.tsx";
import { FileButton, FileFailure } from "#renderer/components/form/file-button.tsx";
import { FileDrop } from "#renderer/components/form/file-drop.tsx";
import type { Failure } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { measure, tokens } from "#renderer/theme/tokens.ts";
import { useMembersAddress } from "../members-address.ts";
import { TakeOverPart } from "./take-over.tsx";

/** A file as `importFields` name its columns, with a member who pays monthly and one who has cancelled. */
const example = `email,name,language,plan,period,price,currency,paid_until,cancelled,labels,consent,consent_date,note,stripe_customer_id
ada@example.com,Ada Lind,en,Gold,monthly,9.50,EUR,2027-01-15,no,"founder, judge",yes,2025-03-01,Met at a show,cus_0123456789
jan@example.com,Jan Nowak,pl,Gold,yearly,90,EUR,2027-06-30,yes,,no,,,
`;

const useStyles = makeStyles({
  lead: { margin: "8px 0 24px", maxWidth: measure },
  drop: {
    gap: "12px",
    padding: "24px",
    maxWidth: "712px",
    overflowWrap: "anywhere",
    "> p": { margin: 0 },
  },
  quiet: { color: tokens.colorNeutralForeground2 },
  progress: { width: "280px", maxWidth: "100%" },
  help: { maxWidth: "712px", marginTop: "16px" },
  former: { marginTop: "48px", maxWidth: "712px" },
  list: { margin: "12px 0 0", padding: 0, listStyleType: "none" },
  item: {
    display: "grid",
    gap: "2px",
    padding: "12px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: "anywhere",
    "> p": { margin: 0 },
  },
});

/** Exports of other sites whose columns are recognised. */
const knownExports = ["ghost", "memberful", "stripe", "portal"] as const;

function FormerImports() {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { businessTime, number } = useFormats();
  const { linkTo } = useMembersAddress();
  const query = useApiQuery(listMemberImports, {}, { staleTime: 0 });
  return (
    <QueryView
      query={query}
      loading={<LoadingLines lines={2} />}
      isEmpty={({ items }) => items.length === 0}
    >
      {({ items }) => (
        <section aria-labelledby="former-imports" className={styles.former}>
          <Heading level={3} id="former-imports">
            {t("former.title")}
          </Heading>
          <ul className={styles.list}>
            {items.map(({ id, fileName, state, by, lines, createdAt, counts }) => (
              <li key={id} className={styles.item}>
                <p>
                  <TextLink to={linkTo({ import: id, step: null })}>{fileName}</TextLink>
                </p>
                <p>
                  {t(`former.${state}`, {
                    lines: number(lines),
                    members: number(counts.created + counts.changed),
                    refused: number(counts.refused),
                  })}
                </p>
                <p className={styles.quiet}>
                  {businessTime(createdAt)}
                  {by !== null && `, ${by}`}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </QueryView>
  );
}

/** Chooses the file, which is stored as a draft; says what it may contain, and lists what was imported before. */
export function FileStep() {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { number } = useFormats();
  const { linkTo } = useMembersAddress();
  const navigate = useNavigate();
  const { busy, failure, run } = useMutation(async (chosen: File): Promise<Failure | null> => {
    if (/\.(xlsx?|ods|numbers|zip|pdf)$/i.test(chosen.name))
      return { kind: "rejected", fields: { file: t("file.spreadsheet") } };
    if (chosen.size === 0) return { kind: "rejected", fields: { file: t("file.empty") } };
    if (chosen.size > importLimits.bytes) return { kind: "rejected", code: "payload-too-large" };
    const query = { name: chosen.name.slice(-importLimits.name) };
    const { data, error } = await call(uploadMembers, { query, body: chosen, silent: true });
    if (error) return error;
    const params = { id: data.id };
    queryClient.setQueryData(queryOf(getMemberImport, { params }).queryKey, data);
    void refresh(listMemberImports);
    void navigate(linkTo({ import: data.id }));
    return null;
  });
  const choose = (file: File) => void run(file);
  const megabytes = number(importLimits.bytes / 1024 / 1024);
  const lines = number(importLimits.lines);
  return (
    <>
      <p className={styles.lead}>{t("file.lead")}</p>
      <FileDrop aria-label={t("file.choose")} className={styles.drop} onFile={choose}>
        <p>{t("file.drop")}</p>
        <FileButton look="accent" accept="text/csv,.csv,.tsv,.txt" disabled={busy} onFile={choose}>
          {t("file.choose")}
        </FileButton>
        <p className={styles.quiet}>{t("file.limits", { megabytes, lines })}</p>
        <LiveText>{busy && t("file.uploading")}</LiveText>
        {busy && <progress className={styles.progress} aria-label={t("file.uploading")} />}
        <FileFailure
          failure={failure}
          field="file"
          words={{ "payload-too-large": t("file.large", { megabytes, lines }) }}
        />
      </FileDrop>
      <Details summary={t("file.help.title")} className={styles.help}>
        <ul>
          {knownExports.map((name) => (
            <li key={name}>{t(`file.help.${name}`)}</li>
          ))}
        </ul>
        <p>{t("file.help.columns")}</p>
        <Button
          size="large"
          onClick={() =>
            saveAsFile("members-example.csv", new Blob([example], { type: "text/csv" }))
          }
        >
          {t("file.help.example")}
        </Button>
      </Details>
      <FormerImports />
      <TakeOverPart look="secondary" />
    </>
  );
}
