import { Button, Field, makeStyles, Select } from "@fluentui/react-components";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { DiarySummary } from "#shared/api/training-diary.ts";
import type { DiaryFilter } from "./use-diary-filter.ts";

const useStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 220px), 300px))",
    alignItems: "end",
    gap: "12px 16px",
  },
  field: { minWidth: 0, gridTemplateColumns: "minmax(0, 1fr)" },
  clear: { justifySelf: "start", minHeight: "44px" },
});

type ChoiceProps = {
  label: string;
  /** Of the option that narrows nothing. */
  all: string;
  value: string | undefined;
  options: readonly { value: string; text: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, all, value = "", options, onChange }: ChoiceProps) {
  const styles = useStyles();
  const { i18n } = useTranslation();
  const sorted = options.toSorted((a, b) => a.text.localeCompare(b.text, i18n.language));
  return (
    <Field label={label} size="large" className={styles.field}>
      <Select size="large" value={value} onChange={(_, chosen) => onChange(chosen.value)}>
        <option value="">{all}</option>
        {sorted.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type DiaryFilterBarProps = Pick<DiarySummary, "dogs" | "protocols"> & {
  filter: DiaryFilter;
  onChange: (changes: Partial<Record<"dog" | "protocol" | "day", string>>) => void;
};

/** Narrows the diary by dog and protocol, where there are several. */
export function DiaryFilterBar({ filter, dogs, protocols, onChange }: DiaryFilterBarProps) {
  const styles = useStyles();
  const { t } = useTranslation("training-diary");
  const root = useRef<HTMLDivElement>(null);
  const isNarrowed = filter.dog !== undefined || filter.protocol !== undefined;
  if (dogs.length < 2 && protocols.length < 2 && !isNarrowed) return null;
  const clear = () => {
    onChange({ dog: "", protocol: "" });
    root.current?.querySelector("select")?.focus(); // the pressed button is gone
  };
  return (
    <div ref={root} role="group" aria-label={t("filter.label")} className={styles.root}>
      <Choice
        label={t("filter.dog")}
        all={t("filter.allDogs")}
        value={filter.dog}
        options={dogs.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={(dog) => onChange({ dog })}
      />
      <Choice
        label={t("filter.protocol")}
        all={t("filter.allProtocols")}
        value={filter.protocol}
        options={protocols.map(({ slug, title }) => ({
          value: slug,
          text: title ?? t("sessions.goneProtocol"),
        }))}
        onChange={(protocol) => onChange({ protocol })}
      />
      {isNarrowed && (
        <Button className={styles.clear} onClick={clear}>
          {t("filter.clear")}
        </Button>
      )}
    </div>
  );
}
