import { Button, makeStyles, SearchBox } from "@fluentui/react-components";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  deleteReader,
  exportReaders,
  type ListedReader,
  listReaders,
  readerQueryLength,
  readerStates,
  type ReaderState,
} from "#shared/api/readers.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { TextLink, useButtonLook } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { ShowOlder } from "#renderer/components/show-more.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useTypedSearch } from "#renderer/components/use-typed-search.ts";
import { FilterChip, minToFilter } from "#renderer/features/reading/index.ts";
import { businessDay, useFormats } from "#renderer/i18n/formats.ts";
import { measure, tokens } from "#renderer/theme/tokens.ts";
import type { Act } from "../acts/act-dialog.tsx";
import { usePasswordField } from "../acts/membership-acts.ts";
import { useRetryAct } from "../acts/record-acts.ts";
import { useActs } from "../acts/use-acts.tsx";
import { usePartStyles } from "../page/part.tsx";

const useStyles = makeStyles({
  lead: { margin: "0 0 20px", color: tokens.colorNeutralForeground2, maxWidth: measure },
  search: { width: "100%", maxWidth: "520px", minHeight: "44px", marginBottom: "16px" },
  states: { display: "flex", flexWrap: "wrap", gap: "8px", marginBottom: "20px" },
  foot: { marginTop: "28px" },
});

type Filter = { query: string; state: ReaderState };

/** Returns how the readers that a filter finds are saved as a file, and how one is deleted. */
function useReaderActs({ query, state }: Filter) {
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
      const body = { password: typed, state, ...(query && { query }) };
      const { data, error } = await call(exportReaders, { body });
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
      return { failure: null, outcome: { text: t("readers.delete.done", { email }) } };
    },
  });
  return { save, remove };
}

type ReaderProps = { reader: ListedReader; onDelete: () => void; onRetry: () => void };

function Reader({ reader, onDelete, onRetry }: ReaderProps) {
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
        {bounce !== null && (
          <Button aria-label={t("acts.retry.openOf", { address: email })} onClick={onRetry}>
            {t("acts.retry.open")}
          </Button>
        )}
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
  const [filter, setFilter] = useState<Filter>({ query: "", state: "all" });
  const { query, state } = filter;
  const { text, type, searchNow } = useTypedSearch(query, (words) =>
    setFilter({ ...filter, query: words }),
  );
  const acts = useActs();
  const { save, remove } = useReaderActs(filter);
  const retry = useRetryAct();
  const look = useButtonLook("secondary");
  const list = useRef<HTMLUListElement>(null);
  const pages = useApiPages(
    listReaders,
    (cursor) => ({
      query: { state, ...(query && { query }), ...(cursor !== undefined && { cursor }) },
    }),
    ({ nextCursor }) => nextCursor,
  );
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const { mailable, total = 0 } = pages.data?.pages[0] ?? {};
  return (
    <>
      {acts.report}
      <p className={styles.lead}>
        {mailable !== undefined && t("readers.mailable", { count: mailable })}
      </p>
      {total >= minToFilter && (
        <SearchBox
          aria-label={t("readers.search")}
          placeholder={t("readers.search")}
          size="large"
          className={styles.search}
          maxLength={readerQueryLength}
          value={text}
          onChange={(_, { value }) => type(value)}
          onKeyDown={({ key }) => {
            if (key === "Enter") searchNow();
          }}
        />
      )}
      <div role="group" aria-label={t("readers.states.label")} className={styles.states}>
        {readerStates.map((one) => (
          <FilterChip
            key={one}
            isChosen={one === state}
            onToggle={() => setFilter({ ...filter, state: one })}
          >
            {t(`readers.states.${one}`)}
          </FilterChip>
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
            text={t(query === "" ? "readers.empty.text" : "readers.empty.search")}
          />
        }
      >
        {() => (
          <>
            <ul ref={list} aria-label={t("readers.list")} className={part.list}>
              {items.map((reader) => (
                <li key={reader.id} tabIndex={-1} className={part.item}>
                  <Reader
                    reader={reader}
                    onDelete={() => acts.start(remove(reader))}
                    onRetry={() => acts.start(retry(reader.email))}
                  />
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
