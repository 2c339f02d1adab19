import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";

/** Says that something is part of a membership, with a link to the plans. */
export function MembersNote({ text }: { text: string }) {
  const { t } = useTranslation("feeds");
  return (
    <p>
      {text} <TextLink to={routePath("memberships")}>{t("feed.plans")}</TextLink>
    </p>
  );
}
