import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslation } from "react-i18next";
import {
  changeDownloads,
  downloadsSchema,
  getSettings,
  type Downloads,
} from "#shared/api/settings.ts";
import { desktopSystemNames, desktopSystems, type DesktopSystem } from "#shared/brand.ts";
import { call } from "#renderer/api-client/client.ts";
import { Form } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import {
  SettingFormFoot,
  useSettingForm,
  type SettingFormProps,
  type Settings,
} from "./setting-form.tsx";

const read = ({ downloads: { revision, ...values } }: Settings) => ({ values, revision });

/** The form for the addresses at which the desktop app is downloaded. */
export function DownloadsForm({ settings, onClose }: SettingFormProps) {
  const { t } = useTranslation("settings");
  const { form, attempt, foot } = useSettingForm<Downloads>({
    id: "downloads",
    settings,
    endpoint: getSettings,
    read,
    resolver: zodResolver(downloadsSchema),
    onClose,
  });
  const { busy, submit } = useSubmit(form, (values) =>
    attempt((revision) => call(changeDownloads, { body: { ...values, revision }, silent: true })),
  );
  const { errors } = form.formState;
  return (
    <Form label={t("rows.downloads")} onSubmit={submit}>
      <p>{t("downloads.hint")}</p>
      {desktopSystems.map((system) => (
        <TextField
          key={system}
          label={desktopSystemNames[system]}
          registration={form.register(system)}
          error={errors[system]}
          inputMode="url"
        />
      ))}
      <SettingFormFoot
        {...foot}
        error={errors.root}
        busy={busy}
        nameOf={(place) => desktopSystemNames[place as DesktopSystem] ?? ""} // a place that is none has no name
      />
    </Form>
  );
}
