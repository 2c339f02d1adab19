import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routePath } from "../../../../src-shared/routes.ts";
import { MotifArt } from "../../../components/cover-art/motif-art.tsx";
import { ButtonLink } from "../../../components/links.tsx";
import { Page } from "../../../components/page.tsx";
import { rememberedPlace } from "../../../session/remembered-place.ts";
import { useIsActiveMember, useUser } from "../../../session/session-store.ts";
import { SavedList } from "./saved-list.tsx";

const useStyles = makeStyles({ body: { display: "grid", justifyItems: "start", gap: "24px" } });

/** What the page is, and the way to it: to log in, or to the plans. */
function Outside({ isLoggedIn }: { isLoggedIn: boolean }) {
  const styles = useStyles();
  const { t } = useTranslation(["shelf", "titles"]);
  const path = routePath("saved");
  return (
    <Page title={t("titles:saved")} lead={t("outside.lead")} width="reading">
      <div className={styles.body}>
        <MotifArt motif="treat-jar" size={120} />
        {isLoggedIn ? (
          <ButtonLink
            to={routePath("memberships")}
            look="accent"
            onClick={() => rememberedPlace.remember(path)}
          >
            {t("outside.plans")}
          </ButtonLink>
        ) : (
          <ButtonLink
            to={routePath("login")}
            look="accent"
            onClick={() => rememberedPlace.comeBack(path, "login")}
          >
            {t("outside.login")}
          </ButtonLink>
        )}
      </div>
    </Page>
  );
}

/** The saved entries of a member, open to anyone so that the page can say what it is. */
export default function SavedPage() {
  const { t } = useTranslation(["shelf", "titles"]);
  const isMember = useIsActiveMember();
  const isLoggedIn = useUser() !== null;
  if (!isMember) return <Outside isLoggedIn={isLoggedIn} />;
  return (
    <Page title={t("titles:saved")} lead={t("lead")}>
      <SavedList />
    </Page>
  );
}
