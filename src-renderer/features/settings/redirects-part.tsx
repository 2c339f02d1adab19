import { Button, makeStyles, SearchBox } from "@fluentui/react-components";
import { useEffect, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  listRedirects,
  redirectLengths,
  redirectLine,
  removeRedirect,
  saveRedirects,
  type Redirect,
} from "#shared/api/redirects.ts";
import { call, type Answer } from "#renderer/api-client/client.ts";
import { refresh, useApiPages } from "#renderer/api-client/query.ts";
import { ActionResult, useActionReport } from "#renderer/components/action-result.tsx";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { DataTable, type Column } from "#renderer/components/data-table.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextAreaField, TextField } from "#renderer/components/form/text-field.tsx";
import { rootError, useSubmit } from "#renderer/components/form/use-submit.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { ShowOlder } from "#renderer/components/show-more.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useTypedSearch } from "#renderer/components/use-typed-search.ts";
import { createDraft, useEmptyAtLogout } from "#renderer/session/draft.ts";
import { minToFilter } from "#renderer/features/reading/index.ts";
import { measure, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  lead: { margin: "0 0 20px", color: tokens.colorNeutralForeground2, maxWidth: measure },
  form: { maxWidth: "712px", paddingTop: "24px" },
  problems: { margin: "8px 0 0", paddingLeft: "20px" },
  search: { width: "100%", maxWidth: "520px", minHeight: "44px", marginTop: "24px" },
  count: { margin: "16px 0 0", color: tokens.colorNeutralForeground2 },
  address: { overflowWrap: "anywhere" },
  path: { fontWeight: 600, overflowWrap: "anywhere" },
  acts: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** Lines of a list that are named as wrong; the rest is counted. */
const shownProblems = 20;

type Saved = Answer<typeof saveRedirects>;

const empty = { list: "" };
/** A list that was typed and not saved when the page was left. */
const draft = createDraft(empty, (written) => written);

function Problems({ problems }: Pick<Saved, "problems">) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  if (problems.length === 0) return null;
  return (
    <Notice intent="error">
      <p>{t("redirects.refused", { count: problems.length })}</p>
      <ul className={styles.problems}>
        {problems.slice(0, shownProblems).map(({ line, problem }) => (
          <li key={line}>
            {t("redirects.inLine", { line, problem: t(`redirects.problem.${problem}`) })}
          </li>
        ))}
      </ul>
      {problems.length > shownProblems && (
        <p>{t("redirects.moreProblems", { count: problems.length - shownProblems })}</p>
      )}
    </Notice>
  );
}

/** The form for one address or a list of them. What was typed stays after a failure. */
function AddForm({ onSaved }: { onSaved: (saved: Saved) => void }) {
  const styles = useStyles();
  const { t } = useTranslation(["settings", "forms"]);
  const form = useForm({ defaultValues: draft.read() });
  const [problems, setProblems] = useState<Saved["problems"]>([]);
  useEffect(() => () => draft.keep(form.getValues()), [form]);
  useEmptyAtLogout(form.reset, empty);
  const { busy, submit } = useSubmit(form, async ({ list }) => {
    setProblems([]);
    if (list.trim() === "") return { kind: "rejected", fields: { list: t("forms:required") } };
    const { data, error } = await call(saveRedirects, { body: { list }, silent: true });
    if (error) return error;
    if (data.problems.length > 0) {
      setProblems(data.problems);
      return null;
    }
    form.reset(empty);
    await refresh(listRedirects);
    onSaved(data);
    return null;
  });
  return (
    <div className={styles.form}>
      <Form label={t("redirects.add")} onSubmit={submit}>
        <TextAreaField
          label={t("redirects.list")}
          hint={t("redirects.listHint")}
          registration={form.register("list")}
          error={form.formState.errors.list}
          rows={6}
        />
        <Problems problems={problems} />
        <FormFailure error={form.formState.errors.root} />
        <FormActions>
          <SubmitButton busy={busy}>{t("redirects.submit")}</SubmitButton>
        </FormActions>
      </Form>
    </div>
  );
}

type RowProps = { redirect: Redirect; onDone: (text: string) => void };

/** The form for where an address leads. */
function ChangeForm({ redirect, onDone, onClose }: RowProps & { onClose: () => void }) {
  const { t } = useTranslation(["settings", "common"]);
  const form = useForm({ defaultValues: { target: redirect.target } });
  useEffect(() => form.setFocus("target"), [form]);
  const { busy, submit } = useSubmit(form, async ({ target }) => {
    const list = redirectLine({ path: redirect.path, target: target.trim() });
    const { data, error } = await call(saveRedirects, { body: { list }, silent: true });
    if (error) return error;
    const [wrong] = data.problems;
    if (wrong) {
      return { kind: "rejected", fields: { target: t(`redirects.problem.${wrong.problem}`) } };
    }
    onDone(t("redirects.changed", { path: redirect.path }));
    onClose();
    await refresh(listRedirects);
    return null;
  });
  return (
    <Form label={t("changeOf", { what: redirect.path })} onSubmit={submit}>
      <TextField
        label={t("redirects.to")}
        registration={form.register("target")}
        error={form.formState.errors.target}
        inputMode="url"
      />
      <FormFailure error={form.formState.errors.root} />
      <FormActions>
        <SubmitButton busy={busy} look="secondary">
          {t("save")}
        </SubmitButton>
        <Button size="large" onClick={onClose}>
          {t("common:cancel")}
        </Button>
      </FormActions>
    </Form>
  );
}

function Remove({ redirect: { path }, onDone }: RowProps) {
  const { t } = useTranslation("settings");
  const [open, setOpen] = useState(false);
  const removal = useMutation(async () => {
    const { error } = await call(removeRedirect, { query: { path }, silent: true });
    if (error && error.code !== "not-found") return error;
    setOpen(false);
    onDone(t("redirects.removed", { path }));
    await refresh(listRedirects);
    return null;
  });
  return (
    <>
      <DangerButton
        aria-label={t("redirects.removeOf", { path })}
        onClick={() => {
          removal.reset();
          setOpen(true);
        }}
      >
        {t("redirects.remove")}
      </DangerButton>
      <ConfirmDialog
        open={open}
        isDanger
        title={t("redirects.removeTitle")}
        action={t("redirects.remove")}
        busy={removal.busy}
        onConfirm={() => void removal.run()}
        onClose={() => setOpen(false)}
      >
        <p>{t("redirects.removeText", { path })}</p>
        {removal.failure && <FormFailure error={rootError(removal.failure)} />}
      </ConfirmDialog>
    </>
  );
}

function TargetCell(props: RowProps) {
  const styles = useStyles();
  const { redirect } = props;
  const { t } = useTranslation("settings");
  const [isChanging, setChanging] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpened = useRef(false);
  useEffect(() => {
    if (wasOpened.current && !isChanging) button.current?.focus();
  }, [isChanging]);
  if (isChanging) return <ChangeForm {...props} onClose={() => setChanging(false)} />;
  return (
    <>
      <p className={styles.address}>{redirect.target}</p>
      {redirect.origin !== "file" && (
        <div className={styles.acts}>
          <Button
            ref={button}
            aria-label={t("changeOf", { what: redirect.path })}
            onClick={() => {
              wasOpened.current = true;
              setChanging(true);
            }}
          >
            {t("change")}
          </Button>
          <Remove {...props} />
        </div>
      )}
    </>
  );
}

function useColumns(onDone: (text: string) => void): Column<Redirect, never>[] {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  return [
    {
      key: "path",
      title: t("redirects.from"),
      cell: ({ path }) => <span className={styles.path}>{path}</span>,
    },
    {
      key: "target",
      title: t("redirects.to"),
      isNamed: true,
      cell: (redirect) => <TargetCell redirect={redirect} onDone={onDone} />,
    },
    {
      key: "origin",
      title: t("redirects.origin.title"),
      isNamed: true,
      cell: ({ origin }) => t(`redirects.origin.${origin}`),
    },
  ];
}

/** The addresses of the former site, for admins: search them, add a list, change and remove one. */
export function RedirectsPart() {
  const styles = useStyles();
  const { t } = useTranslation(["settings", "common"]);
  const [search, setSearch] = useState("");
  const { text, type, searchNow } = useTypedSearch(search, setSearch);
  const [isAdding, setAdding] = useState(() => draft.read().list !== "");
  const { reported, report, clear } = useActionReport();
  const list = useRef<HTMLTableSectionElement>(null);
  const pages = useApiPages(
    listRedirects,
    (after) => ({ query: { ...(search && { search }), ...(after !== undefined && { after }) } }),
    ({ nextAfter }) => nextAfter,
  );
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const total = pages.data?.pages[0]?.total ?? 0;
  const columns = useColumns((done) => report({ text: done }));
  const onSaved = ({ added, changed }: Saved) => {
    setAdding(false);
    report({ text: t("redirects.saved", { count: added + changed }) });
  };
  return (
    <>
      <p className={styles.lead}>{t("redirects.lead")}</p>
      <Button
        size="large"
        aria-expanded={isAdding}
        onClick={() => {
          clear();
          setAdding(!isAdding);
        }}
      >
        {t(isAdding ? "common:cancel" : "redirects.add")}
      </Button>
      {/* Only hidden when it is closed: what was typed is there when it is opened again. */}
      <div hidden={!isAdding}>
        <AddForm onSaved={onSaved} />
      </div>
      <ActionResult reported={reported} />
      {total >= minToFilter && (
        <SearchBox
          aria-label={t("redirects.search")}
          placeholder={t("redirects.search")}
          size="large"
          className={styles.search}
          maxLength={redirectLengths.search}
          value={text}
          onChange={(_, { value }) => type(value)}
          onKeyDown={({ key }) => {
            if (key === "Enter") searchNow();
          }}
        />
      )}
      <QueryView
        query={pages}
        loading={<LoadingLines lines={4} />}
        isEmpty={() => total === 0}
        empty={
          <EmptyState
            motif="whistle"
            title={t("redirects.empty.title")}
            text={t("redirects.empty.text")}
          />
        }
      >
        {() => (
          <>
            {search !== "" && items.length === 0 && (
              <p role="status" className={styles.count}>
                {t("redirects.noneFound")}
              </p>
            )}
            {items.length > 0 && (
              <DataTable
                label={t("parts.redirects")}
                columns={columns}
                rows={items}
                keyOf={({ path }) => path}
                ref={list}
              />
            )}
            <ShowOlder pages={pages} list={list} label={t("redirects.more")} />
          </>
        )}
      </QueryView>
    </>
  );
}
