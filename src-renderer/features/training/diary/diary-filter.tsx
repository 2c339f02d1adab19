import { Button, Field, makeStyles, Select } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { type DiarySummary, listDiary } from "#shared/api/training-diary.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";

/** The filter of the diary; a missing part matches everything. */
export type DiaryFilter = {
  dog?: string;
  protocol?: string;
  /** The day whose sessions are listed, `YYYY-MM-DD`. */
  day?: string;
  /** The month of the calendar, `YYYY-MM`. */
  month?: string;
};

const { dog, protocol, on } = listDiary.query.shape;

const isMonth = (text: string) => on.safeParse(`${text}-01`).success;

/** Returns the filter in the query of an address, without invalid values. */
function diaryFilterIn(params: URLSearchParams): DiaryFilter {
  const read = (name: keyof DiaryFilter, isValid: (text: string) => boolean) => {
    const text = params.get(name);
    return text && isValid(text) ? { [name]: text } : {};
  };
  return {
    ...read("dog", (text) => dog.safeParse(text).success),
    ...read("protocol", (text) => protocol.safeParse(text).success),
    ...read("day", (text) => on.safeParse(text).success),
    ...read("month", isMonth),
  };
}

/** Returns the part of a filter that sums and the exported table follow, for a request. */
export const queryOf = ({ dog: dogId, protocol: slug }: DiaryFilter) => ({
  ...(dogId !== undefined && { dog: dogId }),
  ...(slug !== undefined && { protocol: slug }),
});

/** Returns the filter, which is kept in the address, and what changes it: an empty text removes a part. */
export function useDiaryFilter() {
  const { params, change } = useAddressParams<keyof DiaryFilter>();
  return { filter: diaryFilterIn(params), change };
}

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
  const isNarrowed = filter.dog !== undefined || filter.protocol !== undefined;
  if (dogs.length < 2 && protocols.length < 2 && !isNarrowed) return null;
  return (
    <div role="group" aria-label={t("filter.label")} className={styles.root}>
      {isPartOn(brand, "dogs") && (
        <Choice
          label={t("filter.dog")}
          all={t("filter.allDogs")}
          value={filter.dog}
          options={dogs.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={(chosen) => onChange({ dog: chosen })}
        />
      )}
      <Choice
        label={t("filter.protocol")}
        all={t("filter.allProtocols")}
        value={filter.protocol}
        options={protocols.map(({ slug, title }) => ({
          value: slug,
          text: title ?? t("sessions.goneProtocol"),
        }))}
        onChange={(chosen) => onChange({ protocol: chosen })}
      />
      {isNarrowed && (
        <Button className={styles.clear} onClick={() => onChange({ dog: "", protocol: "" })}>
          {t("filter.clear")}
        </Button>
      )}
    </div>
  );
}
