import { makeStyles } from "@fluentui/react-components";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { useNoticeLook } from "#renderer/components/notice.tsx";

/** Clears the `root` error when a flag enables or disables the form: the refusal is outdated then. */
export function useForgetRefusal(disabled: boolean, clearErrors: (name: "root") => void): void {
  useEffect(() => clearErrors("root"), [disabled, clearErrors]);
}

const useDisabledFeatureStyles = makeStyles({ shown: { display: "grid", gap: "24px" } });

type DisabledFeatureProps = {
  disabled: boolean;
  /** Ref of the text, which can take the focus of a form that is hidden. */
  notice: RefObject<HTMLDivElement | null>;
};

/** Shown instead of a form that a flag has disabled (specification, section 8). */
function DisabledFeature({ disabled, notice }: DisabledFeatureProps) {
  const styles = useDisabledFeatureStyles();
  const look = useNoticeLook("warning");
  const { t } = useTranslation(["common", "titles"]);
  return (
    <div className={disabled ? styles.shown : undefined}>
      <div ref={notice} role="status" tabIndex={-1} className={disabled ? look : undefined}>
        {disabled && t("featureDisabled")}
      </div>
      {disabled && (
        <div>
          <ButtonLink to={routePath("contact")} look="accent">
            {t("titles:contact")}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

const useStyles = makeStyles({ open: { display: "grid", gap: "24px" } });

/** Moves the focus from a hidden form to the notice, and back when the form is shown again. */
function useFocusHandedOver(hidden: boolean) {
  const form = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const lastField = useRef<HTMLElement | null>(null);
  // Before the browser paints, since painting removes the focus from hidden elements.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (hidden) {
      if (!(focused instanceof HTMLElement) || !form.current?.contains(focused)) return;
      lastField.current = focused;
      focusReplacement(notice.current);
    } else {
      // The focus is on the body if it was on the link of the notice, which is gone.
      if (focused === notice.current || focused === document.body)
        focusReplacement(lastField.current);
      lastField.current = null;
    }
  }, [hidden]);
  return { form, notice };
}

type FeatureGateProps = { disabled: boolean; children: ReactNode };

/** A form that a flag may disable. It is hidden, not removed: input and focus stay. */
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
