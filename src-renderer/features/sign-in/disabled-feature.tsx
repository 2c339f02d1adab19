import { makeStyles } from "@fluentui/react-components";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { routePath } from "../../../src-shared/routes.ts";
import { ButtonLink } from "../../components/links.tsx";
import { useNoticeLook } from "../../components/notice.tsx";

const useStyles = makeStyles({ shown: { display: "grid", gap: "24px" } });

type DisabledFeatureProps = {
  disabled: boolean;
  /** Of the text, which can take the focus that a form loses. */
  notice: RefObject<HTMLDivElement | null>;
};

/**
 * Stands in place of a form that a flag has disabled (specification, section 8; ruling 23). The
 * text's region is there all the time, unlike a Notice's: screen readers tell what comes into one
 * that they know.
 */
export function DisabledFeature({ disabled, notice }: DisabledFeatureProps) {
  const styles = useStyles();
  const look = useNoticeLook("warning");
  const { t } = useTranslation();
  return (
    <div className={disabled ? styles.shown : undefined}>
      <div ref={notice} role="status" tabIndex={-1} className={disabled ? look : undefined}>
        {disabled && t("featureDisabled")}
      </div>
      {disabled && (
        <div>
          <ButtonLink to={routePath("contact")} look="primary">
            {t("menu.contact")}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
