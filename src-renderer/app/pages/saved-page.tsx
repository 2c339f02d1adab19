import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { useIsUnreachable } from "#renderer/api-client/connection.ts";
import { MotifArt } from "#renderer/components/cover-art/motif-art.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { returnAddress } from "#renderer/session/return-address.ts";
import { useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import {
  StorageUsage,
  OpenedEntries,
  useOfflineLibrary,
} from "#renderer/features/offline/index.ts";
import { SavedList } from "#renderer/features/reading/index.ts";
import { brand } from "#renderer/platform/brand.ts";

const useStyles = makeStyles({ body: { display: "grid", justifyItems: "start", gap: "24px" } });

/** What the page is, and the way to it: to log in, or to the plans. */
function Outside({ isLoggedIn }: { isLoggedIn: boolean }) {
  const styles = useStyles();
  const { t } = useTranslation(["shelf", "titles"]);
  const path = routePath("saved");
  return (
    <Page
      title={t("titles:saved")}
      lead={t(brand.kinds ? "outside.leadPlain" : "outside.lead")}
      width="reading"
    >
      <div className={styles.body}>
        <MotifArt motif="treat-jar" size={120} />
        {isLoggedIn ? (
          <ButtonLink
            to={routePath("memberships")}
            look="accent"
            onClick={() => returnAddress.remember(path)}
          >
            {t("outside.plans")}
          </ButtonLink>
        ) : (
          <ButtonLink
            to={routePath("login")}
            look="accent"
            onClick={() => returnAddress.rememberForLink(path, "login")}
          >
            {t("outside.login")}
          </ButtonLink>
        )}
      </div>
    </Page>
  );
}

function OfMember() {
  const { t } = useTranslation(["shelf", "titles"]);
  const shelf = useOfflineLibrary();
  const isUnreachable = useIsUnreachable();
  return (
    <Page title={t("titles:saved")} lead={t("lead")}>
      <SavedList />
      {shelf && isUnreachable && <OpenedEntries shelf={shelf} />}
      {shelf && <StorageUsage shelf={shelf} />}
    </Page>
  );
}

/** The saved entries of a member, and what this device keeps. Visitors read what it is. */
export default function SavedPage() {
  const isMember = useIsActiveMember();
  const isLoggedIn = useUser() !== null;
  return isMember ? <OfMember /> : <Outside isLoggedIn={isLoggedIn} />;
}
