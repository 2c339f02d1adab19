import { makeStyles } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { DisabledFeature } from "./disabled-feature.tsx";

const useStyles = makeStyles({ open: { display: "grid", gap: "24px" } });

type FeatureGateProps = { disabled: boolean; children: ReactNode };

/**
 * A form that a flag may disable while it is being filled in (ruling 23). It is hidden then, not
 * removed: when it is enabled again, all that was typed is still there.
 */
export function FeatureGate({ disabled, children }: FeatureGateProps) {
  const styles = useStyles();
  const [opened, setOpened] = useState(!disabled);
  if (!disabled && !opened) setOpened(true);
  return (
    <>
      {disabled && <DisabledFeature />}
      {opened && (
        <div hidden={disabled} className={disabled ? undefined : styles.open}>
          {children}
        </div>
      )}
    </>
  );
}
