import { zodResolver } from "@hookform/resolvers/zod";
import { Field, makeStyles, Select } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { changeOffer, getSettings, offerSchema, type Offer } from "#shared/api/settings.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { languages, languageTitle, type Language } from "#shared/languages.ts";
import { partFacts } from "#shared/parts.ts";
import { partIds, type Part } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { Checkbox, CheckboxField } from "#renderer/components/form/checkbox.tsx";
import { useFieldProps } from "#renderer/components/form/field-parts.tsx";
import { Form } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import {
  SettingFormFoot,
  useSettingForm,
  type SettingFormProps,
  type Settings,
} from "./setting-form.tsx";

const useStyles = makeStyles({
  group: { display: "grid", gap: "4px", border: "none", margin: 0, padding: 0, minWidth: 0 },
  legend: { fontWeight: 600, padding: 0, marginBottom: "4px" },
  hint: { margin: "0 0 8px", color: tokens.colorNeutralForeground2 },
  needed: { paddingLeft: "32px" },
  kind: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 200px), 1fr))",
    gap: "4px 20px",
    alignItems: "end",
    padding: "8px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** Returns the selections of some languages, the largest first; none is no selection. */
function subsetsOf([first, ...others]: readonly Language[]): Language[][] {
  if (first === undefined) return [];
  const without = subsetsOf(others);
  return [...without.map((list) => [first, ...list]), ...without, [first]].toSorted(
    (a, b) => b.length - a.length,
  );
}

/** Lists of languages that a portal can have, each with its default first. */
const choices = subsetsOf(languages).flatMap((list) =>
  list.map((first) => [first, ...list.filter((other) => other !== first)]),
);

function read({ offer: { revision, ...values } }: Settings) {
  return { values, revision };
}

/** The form for languages, kinds and parts of the portal. */
export function OfferForm({ settings, onClose }: SettingFormProps) {
  const styles = useStyles();
  const { t } = useTranslation(["settings", "titles", "common"]);
  const { form, attempt, foot } = useSettingForm<Offer>({
    id: "offer",
    settings,
    endpoint: getSettings,
    read,
    resolver: zodResolver(offerSchema),
    onClose,
  });
  const { busy, submit } = useSubmit(form, (values) =>
    attempt((revision) => call(changeOffer, { body: { ...values, revision }, silent: true })),
  );
  const { errors } = form.formState;
  const { languages: chosen, partsOn, kinds } = form.watch();
  const isNeeded = (part: Part): boolean => {
    const { needs, kind } = partFacts[part];
    const hasKind = kind === undefined || kinds[kind].isShown;
    return hasKind && needs.every((needed) => partsOn[needed] && isNeeded(needed));
  };
  const nameOf = (list: readonly Language[]) =>
    list.map((language) => languageTitle(language, language)).join(", ");
  const language = useFieldProps({
    label: t("offer.languages"),
    hint: t("offer.languagesHint"),
    error: undefined,
  });
  return (
    <Form label={t("rows.offer")} onSubmit={submit}>
      <Field {...language}>
        <Select
          size="large"
          value={chosen.join(" ")}
          onChange={(_, { value }) => {
            const list = choices.find((choice) => choice.join(" ") === value) ?? languages;
            form.setValue("languages", [...list]);
          }}
        >
          {choices.map((list) => (
            <option key={list.join(" ")} value={list.join(" ")}>
              {nameOf(list)}
            </option>
          ))}
        </Select>
      </Field>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t("offer.kinds")}</legend>
        <p className={styles.hint}>{t("offer.namesHint")}</p>
        {contentKinds.map((kind) => (
          <div key={kind} role="group" aria-label={t(`titles:${kind}`)} className={styles.kind}>
            <CheckboxField
              label={t(`titles:${kind}`)}
              registration={form.register(`kinds.${kind}.isShown`)}
              error={errors.kinds?.[kind]?.isShown}
            />
            {chosen.map((inLanguage) => (
              <TextField
                key={inLanguage}
                label={t("offer.nameIn", { language: languageTitle(inLanguage, inLanguage) })}
                registration={form.register(`kinds.${kind}.names.${inLanguage}`)}
                error={errors.kinds?.[kind]?.names?.[inLanguage]}
              />
            ))}
          </div>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t("offer.parts")}</legend>
        {partIds.map((part) => (
          <Checkbox
            key={part}
            label={t(`offer.part.${part}`)}
            disabled={!isNeeded(part)}
            checked={partsOn[part] && isNeeded(part)}
            onChange={({ currentTarget }) =>
              form.setValue(`partsOn.${part}`, currentTarget.checked)
            }
            {...(partFacts[part].needs.length > 0 && { className: styles.needed })}
          />
        ))}
      </fieldset>
      <SettingFormFoot
        {...foot}
        error={errors.root}
        busy={busy}
        nameOf={(place) => {
          const [group = "", name = "", , inLanguage = ""] = place.split(".");
          const part = partIds.find((one) => one === name);
          const kind = contentKinds.find((one) => one === name);
          if (group === "partsOn" && part) return t(`offer.part.${part}`);
          if (kind) return [t(`titles:${kind}`), inLanguage].filter(Boolean).join(" · ");
          return t("offer.languages");
        }}
      />
    </Form>
  );
}
