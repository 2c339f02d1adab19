import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { heightClassIds } from "#shared/height-class.ts";
import type { Language } from "#shared/languages.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import {
  AreaInput,
  ChoiceInput,
  FieldGroup,
  FieldRow,
  isFields,
  LineInput,
  NumberInput,
  rowsOf,
  textOf,
  withField,
  type Fields,
} from "./field.tsx";
import { Folded } from "./folded.tsx";
import { RowList } from "./row-list.tsx";

const useStyles = makeStyles({
  code: { "& textarea": { fontFamily: "monospace", fontSize: "14px" } },
});

type ChangeField = (name: string, value: unknown) => void;
type PartProps = { place: string; language: Language; row: Fields; onChange: ChangeField };

/** A session of a week. */
function Session({ place, language, row, onChange }: PartProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const field = (name: string) => ({
    place: `${place}.${name}`,
    value: row[name],
    onChange: (value: unknown) => onChange(name, value),
  });
  return (
    <>
      <LineInput {...field("title")} label={t("protocol.sessionTitle")} lang={language} />
      <FieldRow>
        <NumberInput {...field("minutes")} label={t("protocol.minutes")} />
        <NumberInput {...field("repetitions")} label={t("protocol.repetitions")} />
      </FieldRow>
      <AreaInput
        {...field("description")}
        label={t("protocol.description")}
        rows={4}
        lang={language}
      />
      <div className={styles.code}>
        <AreaInput
          {...field("course")}
          label={t("protocol.course")}
          hint={t("protocol.courseHint")}
          rows={textOf(row["course"]) ? 6 : 1}
        />
      </div>
      {isPartOn(brand, "heightClasses") && (
        <ClassValuesFields {...field("byClass")} language={language} />
      )}
    </>
  );
}

type WeekProps = PartProps & { name: string };

/** A week, which shows its fields once it is opened. */
function Week({ place, language, row, onChange, name }: WeekProps) {
  const { t } = useTranslation("studio");
  const sessions = rowsOf(row["sessions"]);
  const title = [name, textOf(row["title"])].filter(Boolean).join(": ");
  return (
    <Folded
      place={place}
      title={`${title} (${t("protocol.sessions", { count: sessions.length })})`}
    >
      <LineInput
        place={`${place}.title`}
        label={t("protocol.weekTitle")}
        lang={language}
        value={row["title"]}
        onChange={(value) => onChange("title", value)}
      />
      <RowList
        label={t("protocol.sessionsOf", { name })}
        rows={sessions}
        onChange={(next) => onChange("sessions", next)}
        nameOf={(at) => t("protocol.session", { number: at + 1 })}
        addText={t("protocol.addSession")}
        create={() => ({ title: "", minutes: 10, description: "" })}
        canDuplicate
      >
        {(session, at, change) => (
          <Session
            place={`${place}.sessions.${at}`}
            language={language}
            row={session}
            onChange={change}
          />
        )}
      </RowList>
    </Folded>
  );
}

type FrontProps = { language: Language; front: Fields; onChange: ChangeField };

/** The weeks of a protocol in one language. */
export function Weeks({ language, front, onChange }: FrontProps) {
  const { t } = useTranslation("studio");
  const weeks = rowsOf(front["weeks"]);
  const place = `${language}.weeks`;
  return (
    <FieldGroup place={place} title={t("protocol.weeks")}>
      <RowList
        label={t("protocol.weeks")}
        rows={weeks}
        onChange={(next) => onChange("weeks", next)}
        nameOf={(at) => t("protocol.week", { number: at + 1 })}
        addText={t("protocol.addWeek")}
        create={() => ({ title: "", sessions: [{ title: "", minutes: 10, description: "" }] })}
        canDuplicate
      >
        {(row, at, changeRow) => (
          <Week
            place={`${place}.${at}`}
            language={language}
            row={row}
            onChange={changeRow}
            name={t("protocol.week", { number: at + 1 })}
          />
        )}
      </RowList>
    </FieldGroup>
  );
}

type ClassValuesFieldsProps = {
  place: string;
  language: Language;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** What depends on the height class in a session: measures in cm, each with a value for every class. */
function ClassValuesFields({ place, language, value, onChange }: ClassValuesFieldsProps) {
  const { t } = useTranslation(["studio", "height-class"]);
  const rows = rowsOf(value);
  const title = t("protocol.byClass");
  return (
    <Folded place={place} title={rows.length > 0 ? `${title} (${rows.length})` : title}>
      <RowList
        label={title}
        rows={rows}
        onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        nameOf={(at) => t("protocol.measure", { number: at + 1 })}
        addText={t("protocol.addMeasure")}
        create={() => ({ cm: {} })}
      >
        {(row, at, change) => {
          const cm = isFields(row["cm"]) ? row["cm"] : {};
          return (
            <>
              <LineInput
                place={`${place}.${at}.label`}
                label={t("protocol.measureLabel")}
                hint={t("protocol.measureHint")}
                lang={language}
                value={row["label"]}
                onChange={(next) => change("label", next)}
              />
              <FieldRow>
                {heightClassIds.map((id) => (
                  <NumberInput
                    key={id}
                    place={`${place}.${at}.cm.${id}`}
                    label={t("protocol.classCm", { name: t(`height-class:names.${id}`) })}
                    value={cm[id]}
                    onChange={(next) => change("cm", withField(cm, id, next))}
                  />
                ))}
              </FieldRow>
            </>
          );
        }}
      </RowList>
    </Folded>
  );
}

const countedFields = ["repetitions", "toGoOn", "toGoBack"] as const;

/** What decides whether a member goes on to the next week. */
export function Progression({ language, front, onChange }: FrontProps) {
  const { t } = useTranslation("studio");
  const stored = front["progression"];
  const fields: Fields = isFields(stored) ? stored : {};
  const place = `${language}.progression`;
  const change = (name: string) => (value: unknown) =>
    onChange("progression", withField(fields, name, value));
  const kind = textOf(fields["kind"]);
  return (
    <FieldGroup place={place} title={t("protocol.progression")}>
      <ChoiceInput
        place={`${place}.kind`}
        label={t("protocol.progressionKind")}
        value={kind}
        none={t("protocol.noProgression")}
        options={(["counted", "judged"] as const).map((one) => [one, t(`protocol.${one}`)])}
        onChange={(next) => onChange("progression", next === undefined ? next : { kind: next })}
      />
      {kind === "counted" && (
        <FieldRow>
          {countedFields.map((name) => (
            <NumberInput
              key={name}
              place={`${place}.${name}`}
              label={t(`protocol.count.${name}`)}
              value={fields[name]}
              onChange={change(name)}
            />
          ))}
        </FieldRow>
      )}
      {kind === "judged" && (
        <>
          <AreaInput
            place={`${place}.criterion`}
            label={t("protocol.criterion")}
            rows={3}
            lang={language}
            value={fields["criterion"]}
            onChange={change("criterion")}
          />
          <ChoiceInput
            place={`${place}.goBack`}
            label={t("protocol.goBack")}
            value={fields["goBack"]}
            none={t("protocol.stay")}
            options={(["week", "weekBefore"] as const).map((one) => [
              one,
              t(`protocol.back.${one}`),
            ])}
            onChange={change("goBack")}
          />
        </>
      )}
    </FieldGroup>
  );
}
