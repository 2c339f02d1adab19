import { zodResolver } from "@hookform/resolvers/zod";
import { Button, Field, makeStyles, Select } from "@fluentui/react-components";
import { AddRegular, DeleteRegular } from "@fluentui/react-icons";
import { useFieldArray, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { getSettings, changeSeller, sellerSchema, type Seller } from "#shared/api/settings.ts";
import { localeOf } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { CountryField } from "#renderer/components/form/country-field.tsx";
import { useFieldProps } from "#renderer/components/form/field-parts.tsx";
import { Form } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import {
  SettingFormFoot,
  useSettingForm,
  type SettingFormProps,
  type Settings,
} from "./setting-form.tsx";

/** Returns what people call the time in a zone, such as "Central European Time". */
function nameOfZone(timeZone: string, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    timeZone,
    timeZoneName: "longGeneric",
  });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const useStyles = makeStyles({
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 240px), 1fr))",
    gap: "20px",
    alignItems: "start",
  },
  group: { display: "grid", gap: "12px", border: "none", margin: 0, padding: 0, minWidth: 0 },
  legend: { fontWeight: 600, padding: 0, marginBottom: "4px" },
  link: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 2fr) auto",
    gap: "8px 12px",
    alignItems: "start",
    "@media (max-width: 640px)": { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  remove: { minHeight: "40px", marginTop: "34px", "@media (max-width: 640px)": { marginTop: 0 } },
  add: { justifySelf: "start", minHeight: "44px" },
});

type FormProps = { form: UseFormReturn<Seller, unknown, Seller> };

/** Profiles on social media; the footer shows the first two. */
function SocialLinks({ form: { control, register, formState } }: FormProps) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const { fields, append, remove } = useFieldArray({ control, name: "social" });
  const errors = formState.errors.social;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t("seller.social")}</legend>
      {fields.map(({ id }, at) => (
        <div
          key={id}
          role="group"
          aria-label={t("seller.link", { number: at + 1 })}
          className={styles.link}
        >
          <TextField
            label={t("seller.linkName")}
            registration={register(`social.${at}.name`)}
            error={errors?.[at]?.name}
          />
          <TextField
            label={t("seller.linkUrl")}
            registration={register(`social.${at}.url`)}
            error={errors?.[at]?.url}
          />
          <Button
            className={styles.remove}
            icon={<DeleteRegular />}
            aria-label={t("seller.removeLink", { number: at + 1 })}
            onClick={() => remove(at)}
          />
        </div>
      ))}
      {fields.length < 10 && (
        <Button
          className={styles.add}
          icon={<AddRegular />}
          onClick={() => append({ name: "", url: "" })}
        >
          {t("seller.addLink")}
        </Button>
      )}
    </fieldset>
  );
}

function TimeZone({ form: { register, watch, formState } }: FormProps) {
  const { t, i18n } = useTranslation("settings");
  const chosen = watch("timeZone");
  // Some browsers know a zone by an older name, or leave out UTC.
  const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), chosen])];
  const field = useFieldProps({
    label: t("seller.timeZone"),
    error: formState.errors.timeZone,
    hint: nameOfZone(chosen, i18n.language),
  });
  return (
    <Field {...field}>
      <Select size="large" {...register("timeZone")}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function read({ seller: { revision, ...values } }: Settings) {
  return { values, revision };
}

/** The form for the name of the portal and its seller. */
export function SellerForm({ settings, onClose }: SettingFormProps) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const resolver = zodResolver(sellerSchema);
  const { form, attempt, foot } = useSettingForm<Seller>({
    id: "seller",
    settings,
    endpoint: getSettings,
    read,
    resolver,
    onClose,
  });
  const { busy, submit } = useSubmit(form, (values) =>
    attempt((revision) => call(changeSeller, { body: { ...values, revision }, silent: true })),
  );
  const { errors } = form.formState;
  const text = (
    name: "name" | "owner" | "contactEmail" | "address" | "taxId" | "receiptPrefix",
    more: { type?: "email"; hint?: string } = {},
  ) => (
    <TextField
      label={t(`seller.${name}`)}
      registration={form.register(name)}
      error={errors[name]}
      {...more}
    />
  );
  return (
    <Form label={t("rows.seller")} onSubmit={submit}>
      <div className={styles.pair}>
        {text("name")}
        {text("owner")}
      </div>
      <div className={styles.pair}>
        {text("address")}
        <CountryField
          label={t("seller.country")}
          none={t("seller.noCountry")}
          registration={form.register("country")}
          error={errors.country}
        />
      </div>
      <div className={styles.pair}>
        {text("contactEmail", { type: "email" })}
        <TimeZone form={form} />
      </div>
      <div className={styles.pair}>
        {text("taxId", { hint: t("seller.optional") })}
        {text("receiptPrefix")}
      </div>
      <SocialLinks form={form} />
      <SettingFormFoot {...foot} error={errors.root} busy={busy} nameOf={useNameOf()} />
    </Form>
  );
}

/** Returns what a place of the form is called, such as `social.0.url`. */
function useNameOf() {
  const { t } = useTranslation("settings");
  return (place: string) => {
    const [name = "", at = "", part = ""] = place.split(".");
    if (name === "social") {
      const link = t("seller.link", { number: Number(at) + 1 });
      return `${link}: ${t(part === "url" ? "seller.linkUrl" : "seller.linkName")}`;
    }
    return name in sellerSchema.shape ? t(`seller.${name as Exclude<keyof Seller, "social">}`) : "";
  };
}
