import { makeStyles } from "@fluentui/react-components";
import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { DisabledFeature } from "./disabled-feature.tsx";

const useStyles = makeStyles({ open: { display: "grid", gap: "24px" } });

/**
 * Takes the focus from a form that is hidden to the notice in its place, and back to the same field
 * when it is shown, unless it has gone elsewhere by then.
 */
function useFocusHandedOver(hidden: boolean) {
  const form = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLElement | null>(null);
  // Before the browser paints: it takes the focus from what it finds hidden then.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (hidden) {
      if (!(focused instanceof HTMLElement) || !form.current?.contains(focused)) return;
      left.current = focused;
      notice.current?.focus();
    } else {
      // What is nowhere was on the notice's link, which is gone.
      if (focused === notice.current || focused === document.body) left.current?.focus();
      left.current = null;
    }
  }, [hidden]);
  return { form, notice };
}

type FeatureGateProps = { disabled: boolean; children: ReactNode };

/**
 * A form that a flag may disable while it is being filled in (ruling 23). It is hidden then, not
 * removed: when it is enabled again, all that was typed is still there, and so is the focus.
 */
export function FeatureGate({ disabled, children }: FeatureGateProps) {
  const styles = useStyles();
  const [opened, setOpened] = useState(!disabled);
  if (!disabled && !opened) setOpened(true);
  const { form, notice } = useFocusHandedOver(disabled);
  return (
    <div>
      <DisabledFeature disabled={disabled} notice={notice} />
      {opened && (
        <div ref={form} hidden={disabled} className={disabled ? undefined : styles.open}>
          {children}
        </div>
      )}
    </div>
  );
}
