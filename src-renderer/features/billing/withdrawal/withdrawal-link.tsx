import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";

const useStyles = makeStyles({ text: { margin: "32px 0 0" } });

/** Leads from the purchases to the function for withdrawing from one of them. */
export function WithdrawalLink() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <p className={styles.text}>
      <TextLink to={routePath("withdrawal")}>{t("menu.withdrawal")}</TextLink>
    </p>
  );
}
