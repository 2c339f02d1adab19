import { useTranslation } from "react-i18next";

/** The members, for admins: search them, open one, and act. */
export function MembersSection() {
  const { t } = useTranslation("members");
  return <p>{t("lead")}</p>;
}
