import { Button, Field, makeStyles, Select } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import {
  checkMemberImport,
  getMemberImport,
  importFields,
  mapMemberImport,
  planChoices,
  type ImportField,
  type ImportMapping,
  type WholeMemberImport,
} from "#shared/api/member-imports.ts";
import { localeOf } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { changeAnswers, queryClient, queryKey, refresh } from "#renderer/api-client/query.ts";
import { Details } from "#renderer/components/details.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError, type Failure } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { measure, media, tokens } from "#renderer/theme/tokens.ts";
import { useMembersAddress } from "../members-address.ts";

const useStyles = makeStyles({
  lead: { margin: "0 0 8px", maxWidth: measure },
  rows: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)" },
  row: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 320px) minmax(0, 1fr)",
    alignItems: "end",
    gap: "4px 24px",
    padding: "12px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.phone]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  field: { minWidth: 0, gridTemplateColumns: "minmax(0, 1fr)" },
  select: { minWidth: 0, "> select": { minWidth: 0, width: "100%" } },
  sample: {
    margin: 0,
    padding: 0,
    listStyleType: "none",
    color: tokens.colorNeutralForeground2,
    overflowWrap: "anywhere",
  },
  part: { marginTop: "32px" },
  hint: { margin: "4px 0 12px", color: tokens.colorNeutralForeground2, maxWidth: measure },
  actions: { display: "flex", flexWrap: "wrap", gap: "12px 20px", marginTop: "32px" },
  failure: { marginTop: "20px" },
});

/**
 * Saves a mapping whenever it changes, in the order of the changes, so that a reload loses nothing. `mapping` is the one on
 * screen: after a failure still the chosen one.
 */
function useMapping({ id, mapping: stored }: WholeMemberImport) {
  const [chosen, setChosen] = useState<ImportMapping | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const save = async (mapping: ImportMapping): Promise<Failure | null> => {
    setChosen(mapping);
    setFailure(null);
    const request = last.current.then(() =>
      call(mapMemberImport, { params: { id }, body: mapping, silent: true }),
    );
    last.current = request;
    const { data, error } = await request;
    queryClient.removeQueries({ queryKey: queryKey(checkMemberImport) });
    // "conflict": another admin has started it; "not-found": has deleted it. The page shows it then.
    if (error?.code === "conflict" || error?.code === "not-found") await refresh(getMemberImport);
    if (last.current !== request) return null;
    if (data) await changeAnswers(getMemberImport, (one) => (one.id === id ? data : one));
    if (data) setChosen(null);
    setFailure(error);
    return error;
  };
  return { mapping: chosen ?? stored, isStored: chosen === null, failure, save };
}

type Mapping = ReturnType<typeof useMapping>;

/** The column that a field is read from, with what the first lines of the file have in it. */
function FieldRow({
  field,
  one,
  use,
}: {
  field: ImportField;
  one: WholeMemberImport;
  use: Mapping;
}) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { mapping, save } = use;
  const column = mapping.columns[field] ?? "";
  const isMissing = field === "email" && column === "";
  const choose = (value: string) =>
    void save({ ...mapping, columns: { ...mapping.columns, [field]: value || undefined } });
  return (
    <div className={styles.row}>
      <Field
        label={t(`fields.${field}`)}
        size="large"
        className={styles.field}
        {...(isMissing && { validationMessage: t("columns.emailMissing") })}
      >
        <Select
          size="large"
          className={styles.select}
          value={column}
          onChange={(_, { value }) => choose(value)}
        >
          <option value="">{t("columns.none")}</option>
          {one.columns.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      {column !== "" && (
        <ul aria-label={t("columns.sample", { column })} className={styles.sample}>
          {one.sample.slice(0, 3).map(({ line, cells }) => (
            <li key={line}>{cells[column] || "–"}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What each plan of the file is here. */
function Plans({ one, use: { mapping, save } }: { one: WholeMemberImport; use: Mapping }) {
  const styles = useStyles();
  const { t } = useTranslation("member-import");
  const { number } = useFormats();
  const { paid_until: day, price, price_minor: minor } = mapping.columns;
  // Without days and prices no line needs a plan: Stripe knows the period, or there is no membership.
  const isAsked = (day ?? price ?? minor) !== undefined;
  if (one.plans.length === 0 || !isAsked) return null;
  const choose = (name: string, value: string) => {
    const { [name]: _, ...others } = mapping.plans;
    const choice = planChoices.find((each) => each === value);
    void save({ ...mapping, plans: choice ? { ...others, [name]: choice } : others });
  };
  return (
    <section aria-labelledby="import-plans" className={styles.part}>
      <Heading level={3} id="import-plans">
        {t("columns.plans")}
      </Heading>
      <p className={styles.hint}>{t("columns.plansHint")}</p>
      {one.plans.map(({ name, lines: count }) => (
        <div key={name} className={styles.row}>
          <Field
            label={name === "" ? t("columns.noPlan") : name}
            hint={t("columns.lines", { count, shown: number(count) })}
            size="large"
            className={styles.field}
          >
            <Select
              size="large"
              className={styles.select}
              value={mapping.plans[name] ?? ""}
              onChange={(_, { value }) => choose(name, value)}
            >
              <option value="">{t("columns.byPeriod")}</option>
              {planChoices.map((choice) => (
                <option key={choice} value={choice}>
                  {t(`plans.${choice}`)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      ))}
    </section>
  );
}

/** Returns whose export a file is, by columns that no other one has; null: it is not known. */
function exporterOf(columns: readonly string[]): "ghost" | "stripe" | "portal" | null {
  if (columns.includes("complimentary_plan")) return "ghost";
  if (columns.some((column) => column.endsWith("(UTC)"))) return "stripe";
  return columns.includes("address_proven") ? "portal" : null;
}

/** Says which column each field is read from: as it was recognised, or as it was chosen. */
export function ColumnsStep({ one }: { one: WholeMemberImport }) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("member-import");
  const { linkTo } = useMembersAddress();
  const navigate = useNavigate();
  const use = useMapping(one);
  const look = useButtonLook("accent");
  // A field stays where it is while it is being chosen.
  const [mappedAtFirst] = useState(() => one.mapping.columns);
  const isShown = (field: ImportField) => field === "email" || mappedAtFirst[field] !== undefined;
  const shown = importFields.filter(isShown);
  const others = importFields.filter((field) => !isShown(field));
  const exporter = exporterOf(one.columns);
  const read = new Set(Object.values(use.mapping.columns));
  const unread = one.columns.filter((column) => !read.has(column));
  const { busy, run } = useMutation(async () => {
    const failure = use.isStored ? null : await use.save(use.mapping);
    if (!failure && use.mapping.columns.email) void navigate(linkTo({ step: "check" }));
    return failure;
  });
  const row = (field: ImportField) => <FieldRow key={field} field={field} one={one} use={use} />;
  return (
    <>
      <p className={styles.lead}>
        {exporter && `${t(`columns.exporter.${exporter}`)} `}
        {t(Object.keys(mappedAtFirst).length > 0 ? "columns.lead" : "columns.leadNone")}
      </p>
      <div className={styles.rows}>{shown.map(row)}</div>
      {others.length > 0 && (
        <Details summary={t("columns.more", { count: others.length })} open={shown.length === 1}>
          <div className={styles.rows}>{others.map(row)}</div>
        </Details>
      )}
      {unread.length > 0 && (
        <p className={styles.hint}>
          {t("columns.unread", {
            columns: new Intl.ListFormat(localeOf(i18n.language)).format(unread),
          })}
        </p>
      )}
      <Plans one={one} use={use} />
      <div className={styles.failure}>
        {use.failure && <FormFailure error={rootError(use.failure)} />}
      </div>
      <div className={styles.actions}>
        <Button
          size="large"
          {...look}
          disabledFocusable={busy || !use.mapping.columns.email}
          onClick={() => void run()}
        >
          {t("columns.next")}
        </Button>
      </div>
    </>
  );
}
