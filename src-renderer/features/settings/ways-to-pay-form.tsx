import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { changeWaysToPay, getSettings } from "#shared/api/settings.ts";
import { type OptionalWay, optionalWays } from "#shared/ways-to-pay.ts";
import { call } from "#renderer/api-client/client.ts";
import { CheckboxField } from "#renderer/components/form/checkbox.tsx";
import { Form } from "#renderer/components/form/form.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import {
  SettingFormFoot,
  useSettingForm,
  type SettingFormProps,
  type Settings,
} from "./setting-form.tsx";

const formSchema = z.object({
  sepa_debit: z.boolean(),
  paypal: z.boolean(),
  link: z.boolean(),
  blik: z.boolean(),
  p24: z.boolean(),
} satisfies Record<OptionalWay, unknown>);
type Values = z.infer<typeof formSchema>;

const read = ({ waysToPay: { ways, revision } }: Settings) => ({
  values: {
    sepa_debit: ways.includes("sepa_debit"),
    paypal: ways.includes("paypal"),
    link: ways.includes("link"),
    blik: ways.includes("blik"),
    p24: ways.includes("p24"),
  },
  revision,
});

/** The form for the ways to pay that buyers are offered besides cards. */
export function WaysToPayForm({ settings, onClose }: SettingFormProps) {
  const { t } = useTranslation("settings");
  const { form, attempt, foot } = useSettingForm<Values>({
    id: "waysToPay",
    settings,
    endpoint: getSettings,
    read,
    resolver: zodResolver(formSchema),
    onClose,
  });
  const { busy, submit } = useSubmit(form, (values) =>
    attempt((revision) =>
      call(changeWaysToPay, {
        body: { ways: optionalWays.filter((way) => values[way]), revision },
        silent: true,
      }),
    ),
  );
  const { errors } = form.formState;
  return (
    <Form label={t("rows.waysToPay")} onSubmit={submit}>
      <p>{t("waysToPay.hint")}</p>
      {optionalWays.map((way) => (
        <CheckboxField
          key={way}
          label={t(`waysToPay.${way}`)}
          registration={form.register(way)}
          error={errors[way]}
        />
      ))}
      <SettingFormFoot
        {...foot}
        error={errors.root}
        busy={busy}
        nameOf={() => t("rows.waysToPay")}
      />
    </Form>
  );
}
