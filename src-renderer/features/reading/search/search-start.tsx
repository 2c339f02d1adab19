import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { EmptyState } from "#renderer/components/states.tsx";
import { setPreference, usePreferences } from "#renderer/preferences/preferences-store.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";

/** Turns off the key `/`, which speech input may press by mistake, or on again (WCAG 2.1.4). */
function ShortcutSwitch() {
  const { t } = useTranslation("search");
  const checked = usePreferences((chosen) => chosen.searchShortcut);
  return (
    <Checkbox
      label={t("shortcut")}
      checked={checked}
      onChange={({ target }) => setPreference("searchShortcut", target.checked)}
    />
  );
}

/** Shown before anything is searched for; members, whose top bar has the shortcut, can turn it off here. */
export function SearchStart() {
  const { t } = useTranslation("search");
  const isMember = useIsActiveMember();
  const action = <ButtonLink to={routePath("articles")}>{t("start.action")}</ButtonLink>;
  return (
    <>
      <EmptyState motif="paw" title={t("start.title")} text={t("start.text")} action={action} />
      {isMember && <ShortcutSwitch />}
    </>
  );
}
