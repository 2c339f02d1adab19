import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  deleteReader,
  exportReaders,
  type ListedReader,
  listReaders,
  readerStates,
  type ReaderState,
} from "#shared/api/readers.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiPages } from "#renderer/api-client/query.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { TextLink, useButtonLook } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { ShowOlder } from "#renderer/components/show-more.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { businessDay, useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import type { Act } from "../acts/act-dialog.tsx";
import { usePasswordField } from "../acts/membership-acts.ts";
import { useActs } from "../acts/use-acts.tsx";
import { usePartStyles } from "../page/part.tsx";

/** Background and text colour swapped, which contrasts in both themes. */
const inverted = {
  backgroundColor: tokens.colorNeutralForeground1,
  color: tokens.colorNeutralBackground1,
};

const useStyles = makeStyles({
  lead: { margin: "0 0 20px", color: tokens.colorNeutralForeground2, maxWidth: "72ch" },
  states: { display: "flex", flexWrap: "wrap", gap: "8px", marginBottom: "20px" },
  chip: {
    minWidth: 0,
    minHeight: "44px",
    fontWeight: 400,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  chosen: { ...inverted, ":hover": inverted, ":hover:active": inverted },
  foot: { marginTop: "28px" },
});

/** Returns how the readers of a state are saved as a file, and how one is deleted. */
function useReaderActs(state: ReaderState) {
  const { t } = useTranslation(["members", "forms"]);
  const password = usePasswordField();
  const save: Act = {
    id: "export-readers",
    title: t("readers.export.title"),
    action: t("export.action"),
    texts: [t("readers.export.text")],
    fields: [password],
    values: { password: "" },
    check: ({ password: typed }) => (typed === "" ? { password: t("forms:required") } : null),
    send: async ({ password: typed = "" }) => {
      const { data, error } = await call(exportReaders, { body: { password: typed, state } });
      if (error) return { failure: error };
      // The answer to a file's endpoint is a Blob.
      saveAsFile(`readers-${businessDay(Date.now())}.csv`, data as Blob);
      return { failure: null, outcome: { text: t("export.done") } };
    },
  };
  const remove = ({ id, email }: ListedReader): Act => ({
    id: `delete-reader-${id}`,
    title: t("readers.delete.title", { email }),
    action: t("readers.delete.action"),
    isDanger: true,
    texts: [t("readers.delete.text")],
    fields: [],
    values: {},
    send: async () => {
      const { error } = await call(deleteReader, { params: { id } });
      // Another admin was faster.
      if (error && error.code !== "not-found") return { failure: error };
      await refresh(listReaders);
      return { failure: null, outcome: { text: t("readers.delete.done", { email }) } };
    },
  });
  return { save, remove };
}

function Reader({ reader, onDelete }: { reader: ListedReader; onDelete: () => void }) {
  const part = usePartStyles();
  const { t } = useTranslation("members");
  const { date } = useFormats();
  const { email, memberId, name, source, consentedAt, withdrawnAt, bounce } = reader;
  return (
    <>
      <p>
        <strong>{email}</strong>
        {memberId !== null && (
          <>
            {", "}
            <TextLink to={`${routePath("dashboard")}?section=members&member=${memberId}`}>
              {name}
            </TextLink>
          </>
        )}
      </p>
      <p className={part.quiet}>
        {t(`consent.${source}`, { date: date(consentedAt) })}
        {withdrawnAt !== null && `. ${t("consent.withdrawn", { date: date(withdrawnAt) })}`}
        {bounce !== null &&
          `. ${t("readers.bounced", { date: date(bounce.at), reason: bounce.reason })}`}
      </p>
      <div className={part.actions}>
        <DangerButton aria-label={t("readers.delete.openOf", { email })} onClick={onDelete}>
          {t("readers.delete.open")}
        </DangerButton>
      </div>
    </>
  );
}

/** Who agreed to get news by e-mail, with an account or without, for admins. */
export function ReadersSection() {
  const styles = useStyles();
  const part = usePartStyles();
  const { t } = useTranslation("members");
  const [state, setState] = useState<ReaderState>("all");
  const acts = useActs();
  const { save, remove } = useReaderActs(state);
  const look = useButtonLook("secondary");
  const list = useRef<HTMLUListElement>(null);
  const pages = useApiPages(
    listReaders,
    (cursor) => ({ query: { state, ...(cursor !== undefined && { cursor }) } }),
    ({ nextCursor }) => nextCursor,
  );
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const mailable = pages.data?.pages[0]?.mailable;
  return (
    <>
      {acts.report}
      <p className={styles.lead}>
        {mailable !== undefined && t("readers.mailable", { count: mailable })}
      </p>
      <div role="group" aria-label={t("readers.states.label")} className={styles.states}>
        {readerStates.map((one) => (
          <Button
            key={one}
            shape="circular"
            className={mergeClasses(styles.chip, one === state && styles.chosen)}
            aria-pressed={one === state}
            onClick={() => setState(one)}
          >
            {t(`readers.states.${one}`)}
          </Button>
        ))}
      </div>
      <QueryView
        query={pages}
        loading={<LoadingLines lines={8} />}
        isEmpty={() => items.length === 0}
        empty={
          <EmptyState
            motif="whistle"
            title={t("readers.empty.title")}
            text={t("readers.empty.text")}
          />
        }
      >
        {() => (
          <>
            <ul ref={list} aria-label={t("readers.list")} className={part.list}>
              {items.map((reader) => (
                <li key={reader.id} tabIndex={-1} className={part.item}>
                  <Reader reader={reader} onDelete={() => acts.start(remove(reader))} />
                </li>
              ))}
            </ul>
            <ShowOlder pages={pages} list={list} label={t("more")} />
          </>
        )}
      </QueryView>
      <div className={styles.foot}>
        <Button size="large" {...look} onClick={() => acts.start(save)}>
          {t("export.open")}
        </Button>
      </div>
      {acts.dialog}
    </>
  );
}
