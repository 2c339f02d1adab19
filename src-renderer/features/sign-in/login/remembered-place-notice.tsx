import { useTranslation } from "react-i18next";
import { routes } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { rememberedPlace, routeOfPlace } from "../../../session/remembered-place.ts";

/**
 * Says where login leads back to, by title; a public place can also be gone back to without
 * logging in.
 */
export function RememberedPlaceNotice() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const place = rememberedPlace.read();
  const route = routeOfPlace(place);
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
