import { Button, makeStyles } from "@fluentui/react-components";
import { PinFilled, PinRegular } from "@fluentui/react-icons";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { platform } from "../../platform/current-platform.ts";

const useStyles = makeStyles({ button: { minWidth: "44px", minHeight: "44px" } });

const subscribe = (listener: () => void) => platform.pin.onChange(listener);
const isPinned = () => platform.pin.read();

/** Keeps this window above others, or no longer (ruling 31). Only where `platform.canPin`. */
export function PinButton() {
  const styles = useStyles();
  const { t } = useTranslation();
  const pinned = useSyncExternalStore(subscribe, isPinned, () => false);
  return (
    <Button
      appearance="subtle"
      className={styles.button}
      icon={pinned ? <PinFilled /> : <PinRegular />}
      aria-label={t("pin")}
      aria-pressed={pinned}
      title={t("pin")}
      onClick={() => platform.pin.write(!pinned)}
    />
  );
}
