import { Field, makeStyles } from "@fluentui/react-components";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { platform } from "#renderer/platform/current-platform.ts";

const useStyles = makeStyles({
  field: { paddingBottom: "32px" },
  // Aligns the hint with the label.
  hint: { paddingLeft: "32px" },
});

const subscribe = (listener: () => void) => platform.notifications.onChange(listener);
const isOn = () => platform.notifications.read();

/** Turns notifications of new announcements on and off. Only where `platform.canNotify`. */
export function NotifySwitch() {
  const styles = useStyles();
  const { t } = useTranslation("announcements");
  const on = useSyncExternalStore(subscribe, isOn, () => false);
  return (
    <Field className={styles.field} hint={{ children: t("notify.hint"), className: styles.hint }}>
      {(field) => (
        <Checkbox
          {...field}
          label={t("notify.label")}
          checked={on}
          onChange={({ target }) => platform.notifications.write(target.checked)}
        />
      )}
    </Field>
  );
}
