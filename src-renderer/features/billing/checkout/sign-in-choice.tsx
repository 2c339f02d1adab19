import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import type { Period } from "#shared/api/cart.ts";
import { routePath } from "#shared/routes.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { rememberedPlace } from "#renderer/session/remembered-place.ts";
import { withPlan } from "#renderer/purchase/plan-choice.ts";

const useStyles = makeStyles({
  choice: { display: "grid", gap: "12px" },
  text: { margin: 0 },
  links: { display: "flex", flexWrap: "wrap", gap: "12px" },
});

type SignInChoiceProps = {
  /** The plan to pay after the registration. */
  plan?: Period | undefined;
};

/** Links to login and registration, which lead back here: paying needs an account. */
export function SignInChoice({ plan }: SignInChoiceProps) {
  const styles = useStyles();
  const { t } = useTranslation(["checkout", "common"]);
  const { loginDisabled, registrationDisabled } = useFlags((flags) => flags);
  const { pathname, search } = useLocation();
  const register = withPlan(routePath("register"), plan ?? null);
  const remember = () => rememberedPlace.remember(pathname + search);
  return (
    <div className={styles.choice}>
      <p className={styles.text}>{t("signIn.text")}</p>
      <div className={styles.links} onClickCapture={remember}>
        {!registrationDisabled && (
          <ButtonLink to={register} look="accent">
            {t("common:menu.register")}
          </ButtonLink>
        )}
        {!loginDisabled && (
          <ButtonLink to={routePath("login")} look={registrationDisabled ? "accent" : "secondary"}>
            {t("common:menu.login")}
          </ButtonLink>
        )}
      </div>
      {loginDisabled && registrationDisabled && (
        <p className={styles.text}>{t("common:featureDisabled")}</p>
      )}
    </div>
  );
}
