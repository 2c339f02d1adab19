import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { message } from "#shared/api/fields.ts";
import { changeEmbeds, embedsSchema, getSettings } from "#shared/api/settings.ts";
import { call } from "#renderer/api-client/client.ts";
import { CheckboxField } from "#renderer/components/form/checkbox.tsx";
import { Form } from "#renderer/components/form/form.tsx";
import { TextAreaField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import {
  SettingFormFoot,
  useSettingForm,
  type SettingFormProps,
  type Settings,
} from "./setting-form.tsx";

/** Returns the hosts in a text, from their names or from addresses on them. */
const hostsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((one) => URL.parse(one.includes("://") ? one : `https://${one}`)?.host ?? one),
  ),
];

const formSchema = z.object({
  youtube: z.boolean(),
  vimeo: z.boolean(),
  peertube: z
    .string()
    .check(
      z.refine(
        (text) => embedsSchema.shape.peertube.safeParse(hostsIn(text)).success,
        message.host,
      ),
    ),
});
type Values = z.infer<typeof formSchema>;

const read = ({ embeds: { revision, peertube, ...sites } }: Settings) => ({
  values: { ...sites, peertube: peertube.join("\n") },
  revision,
});

/** The form for the sites whose videos play in texts. */
export function EmbedsForm({ settings, onClose }: SettingFormProps) {
  const { t } = useTranslation("settings");
  const { form, attempt, foot } = useSettingForm<Values>({
    id: "embeds",
    settings,
    endpoint: getSettings,
    read,
    resolver: zodResolver(formSchema),
    onClose,
  });
  const { busy, submit } = useSubmit(form, ({ peertube, ...sites }) =>
    attempt((revision) =>
      call(changeEmbeds, {
        body: { ...sites, peertube: hostsIn(peertube), revision },
        silent: true,
      }),
    ),
  );
  const { errors } = form.formState;
  const names: Record<string, string> = { youtube: "YouTube", vimeo: "Vimeo" };
  return (
    <Form label={t("rows.embeds")} onSubmit={submit}>
      <p>{t("embeds.hint")}</p>
      <CheckboxField
        label="YouTube"
        registration={form.register("youtube")}
        error={errors.youtube}
      />
      <CheckboxField label="Vimeo" registration={form.register("vimeo")} error={errors.vimeo} />
      <TextAreaField
        label={t("embeds.peertube")}
        hint={t("embeds.peertubeHint")}
        rows={3}
        registration={form.register("peertube")}
        error={errors.peertube}
      />
      <SettingFormFoot
        {...foot}
        error={errors.root}
        busy={busy}
        nameOf={(place) => names[place] ?? t("embeds.peertube")}
      />
    </Form>
  );
}
