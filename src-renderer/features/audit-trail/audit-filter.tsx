import { Button, Field, Input, makeStyles, mergeClasses, Select } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { actNames } from "#shared/api/audit.ts";
import { media } from "#renderer/theme/tokens.ts";
import type { AuditFilter } from "./use-audit-filter.ts";

const useStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 280px) repeat(2, minmax(0, 180px))",
    alignItems: "end",
    gap: "12px 16px",
    [media.belowTablet]: { gridTemplateColumns: "repeat(auto-fit, minmax(160px, 1fr))" },
  },
  act: { [media.belowTablet]: { gridColumn: "1 / -1" } },
  // As wide as its column, whatever it contains.
  field: { minWidth: 0, gridTemplateColumns: "minmax(0, 1fr)" },
  input: { minWidth: 0 },
  buttons: {
    gridColumn: "1 / -1",
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 12px",
  },
});

type FilterProps = {
  filter: AuditFilter;
  /** Name of the chosen person, as far as it is known. */
  name: string | null;
  onChange: (changes: Partial<Record<keyof AuditFilter, string>>) => void;
};

/** Narrows the trail by what was done, by days, and by the person that was chosen in the list. */
export function AuditFilterBar({ filter, name, onChange }: FilterProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("audit");
  const acts = actNames
    .map((act) => ({ act, text: t(`acts.${act}`) }))
    .toSorted((a, b) => a.text.localeCompare(b.text, i18n.language));
  const isNarrowed = Object.values(filter).some((value) => value !== "");
  const day = (id: "from" | "until") => (
    <Field label={t(`filter.${id}`)} size="large" className={styles.field}>
      <Input
        type="date"
        size="large"
        className={styles.input}
        input={{ className: styles.input }}
        value={filter[id]}
        onChange={(_, { value }) => onChange({ [id]: value })}
      />
    </Field>
  );
  return (
    <div role="group" aria-label={t("filter.label")} className={styles.root}>
      <Field
        label={t("filter.act")}
        size="large"
        className={mergeClasses(styles.field, styles.act)}
      >
        <Select
          size="large"
          value={filter.act}
          onChange={(_, { value }) => onChange({ act: value })}
        >
          <option value="">{t("filter.anyAct")}</option>
          {acts.map(({ act, text }) => (
            <option key={act} value={act}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      {day("from")}
      {day("until")}
      {isNarrowed && (
        <div className={styles.buttons}>
          {filter.person && (
            <span>{t("filter.person", { who: name ?? t("filter.onePerson") })}</span>
          )}
          {filter.person && (
            <Button size="large" onClick={() => onChange({ person: "" })}>
              {t("filter.everybody")}
            </Button>
          )}
          <Button
            size="large"
            appearance="subtle"
            onClick={() => onChange({ act: "", person: "", from: "", until: "" })}
          >
            {t("filter.clear")}
          </Button>
        </div>
      )}
    </div>
  );
}
