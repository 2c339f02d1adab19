import { useTranslation } from "react-i18next";
import { matchRoute, routes } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { rememberedPlace } from "../../../session/remembered-place.ts";

/**
 * Says where login leads back to, by title; a public place can also be gone back to without
 * logging in (ruling 3).
 */
export function RememberedPlaceNotice() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const place = rememberedPlace.read();
  const route = place === null ? null : matchRoute(place.replace(/[?#].*/, ""));
  if (place === null || route === null) return null;
  const title = t(`titles:${routes[route].title}`);
  return (
    <Notice>
      {t("login.takenBack", { title })}
      {routes[route].access === "anyone" && (
        <>
          {" "}
          <TextLink to={place}>{t("login.backNow")}</TextLink>
        </>
      )}
    </Notice>
  );
}
