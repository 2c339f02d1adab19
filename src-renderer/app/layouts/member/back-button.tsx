import { Button, makeStyles } from "@fluentui/react-components";
import { ArrowLeftRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";
import { kindFacts } from "#shared/content-kinds.ts";
import { matchRoute, memberTabs, routePath, type PlaceId } from "#shared/routes.ts";

const tabPages: readonly PlaceId[] = [...Object.values(memberTabs).map(([own]) => own), "home"];

const useStyles = makeStyles({
  // The arrow is at the edge of the frame.
  button: { minWidth: "44px", minHeight: "44px", marginLeft: "-12px" },
});

/**
 * Goes back in the history, on small screens; at the start of a visit to the list of an entry, or to the
 * dashboard. Not on the page of a tab, which needs no way back.
 */
export function BackButton() {
  const styles = useStyles();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { key, pathname } = useLocation();
  const route = matchRoute(pathname);
  if (tabPages.some((id) => id === route)) return null;
  // "default" is the key of the first page of a visit: there is nothing to go back to.
  const list = Object.values(kindFacts).find(({ entry }) => entry === route)?.list;
  const up = routePath(list ?? "dashboard");
  const goBack = () => void (key === "default" ? navigate(up) : navigate(-1));
  return (
    <Button
      appearance="subtle"
      className={styles.button}
      icon={<ArrowLeftRegular />}
      aria-label={t("back")}
      onClick={goBack}
    />
  );
}
