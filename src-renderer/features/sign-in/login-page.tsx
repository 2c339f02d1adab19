import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Teaser } from "#shared/api/library.ts";
import { routePath, routes } from "#shared/routes.ts";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import {
  LockedEntryHead,
  LockedEntrySummary,
  useAskedEntry,
} from "#renderer/features/reading/index.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { rememberedPlace, routeOfPlace } from "#renderer/session/remembered-place.ts";
import { FeatureGate } from "./feature-gate.tsx";
import { LoginForm } from "./login-form.tsx";
import { PasskeyLogin } from "./passkey/passkey-login.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";
import picture from "./pictures/jump.svg?url";

/** Names the page that login leads back to, with a link to it if it is public. */
function RememberedPlaceNotice() {
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

const useStyles = makeStyles({
  plans: { display: "grid", justifyItems: "start", gap: "16px", "& p": { margin: 0 } },
});

/** The summary of the entry that needs the login, and the way to the plans that open it. */
function WayToPlans({ teaser }: { teaser: Teaser | undefined }) {
  const styles = useStyles();
  const { t } = useTranslation("sign-in");
  return (
    <div className={styles.plans}>
      <LockedEntrySummary teaser={teaser} />
      <p>{t("locked.opens")}</p>
      <ButtonLink to={routePath("memberships")}>{t("locked.plans")}</ButtonLink>
    </div>
  );
}

/** /login: for visitors; leads back to the page that needed the login, and shows what it is. */
export default function LoginPage() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const { loginDisabled, registrationDisabled } = useFlags((flags) => flags);
  const asked = useAskedEntry();
  return (
    <SignInLayout
      title={t("titles:login")}
      picture={picture}
      {...(asked && {
        lead: t(`locked.login.${asked.kind}`),
        above:
          asked.teaser === null ? (
            <RememberedPlaceNotice />
          ) : (
            <LockedEntryHead kind={asked.kind} teaser={asked.teaser} />
          ),
        below: asked.teaser !== null && <WayToPlans teaser={asked.teaser} />,
      })}
    >
      <FeatureGate disabled={loginDisabled}>
        {!asked && <RememberedPlaceNotice />}
        <LoginForm />
        <PasskeyLogin disabled={loginDisabled} />
      </FeatureGate>
      {!registrationDisabled && (
        <p>
          {t("login.noAccount")}{" "}
          <TextLink to={routePath("register")}>{t("login.register")}</TextLink>
        </p>
      )}
    </SignInLayout>
  );
}
