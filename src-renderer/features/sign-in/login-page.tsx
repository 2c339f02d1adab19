import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { periodSchema } from "#shared/api/cart.ts";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { routePath, routes } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import {
  type RequestedEntry,
  LockedEntryHead,
  LockedEntrySummary,
  LockedList,
  useRequestedEntry,
  useRequestedList,
} from "#renderer/features/reading/index.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { nextStep, returnAddress, routeOfAddress } from "#renderer/session/return-address.ts";
import { plansInOrder, withPlan } from "#renderer/purchase/plan-choice.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { FeatureGate } from "./feature-gate.tsx";
import { LoginForm } from "./login-form.tsx";
import { PasskeyLogin } from "./passkey-login.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

/** Names the page that login leads back to, with a link to it if it is public. */
function ReturnAddressNotice() {
  const { t } = useTranslation("sign-in");
  const titleOf = usePageTitles();
  const place = returnAddress.read();
  const route = routeOfAddress(place);
  if (place === null || route === null) return null;
  const title = titleOf(route);
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
  locked: { display: "grid", gap: "16px", "& p": { margin: 0 } },
  plans: {
    display: "flex",
    flexWrap: "wrap",
    gap: "8px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
  },
  reserved: { minHeight: "44px" },
});

/** The plans with their prices, each a way to register; a link to their page if they do not load. */
function PlanLinks() {
  const styles = useStyles();
  const { t } = useTranslation(["sign-in", "common"]);
  const { money } = useFormats();
  const { data, isError } = useApiQuery(getCatalogue, { silent: true });
  if (isError)
    return <ButtonLink to={routePath("memberships")}>{t("sign-in:locked.plans")}</ButtonLink>;
  return (
    <ul aria-label={t("common:plan.all")} className={mergeClasses(styles.plans, styles.reserved)}>
      {plansInOrder(data?.plans ?? []).map(({ sku, period, name, price }) => (
        <li key={sku}>
          <ButtonLink to={withPlan(routePath("register"), period)}>
            {`${name}: ${money(price)} ${t(`common:plan.per.${period}`)}`}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

/** The entry that needs the login, with the plans that open it and the way to what is open of it. */
function LockedEntry({ kind, teaser }: RequestedEntry) {
  const styles = useStyles();
  const { t } = useTranslation("sign-in");
  return (
    <div className={styles.locked}>
      <LockedEntryHead kind={kind} teaser={teaser ?? undefined} />
      <p>{t("locked.opens")}</p>
      <PlanLinks />
      {teaser && (
        <TextLink to={routePath("preview", { kind, slug: teaser.slug })}>
          {t("locked.preview")}
        </TextLink>
      )}
    </div>
  );
}

/** What there is for visitors where they asked for something that needs the login; null where they did not. */
function useLocked() {
  const { t } = useTranslation("sign-in");
  const styles = useStyles();
  const requested = useRequestedEntry();
  const list = useRequestedList();
  if (requested) {
    const isKnown = requested.teaser !== null;
    return {
      lead: t(`locked.login.${requested.kind}`),
      above: isKnown ? <LockedEntry {...requested} /> : <ReturnAddressNotice />,
      below: isKnown && <LockedEntrySummary teaser={requested.teaser ?? undefined} />,
    };
  }
  return (
    list && {
      lead: t("locked.list"),
      above: (
        <div className={styles.locked}>
          <p>{t("locked.opensAll")}</p>
          <PlanLinks />
        </div>
      ),
      below: <LockedList kind={list} />,
    }
  );
}

/** Returns the plan that was chosen before the login, which leads on to its payment. */
function usePlanToPay() {
  const [search] = useSearchParams();
  const plan = periodSchema.safeParse(search.get("plan")).data ?? null;
  useEffect(() => {
    if (plan) nextStep.set(routePath("subscribe", { subType: plan }));
  }, [plan]);
  return plan;
}

/** /login?plan=monthly|yearly: for visitors; leads back to the page that needed the login, and shows what it is. */
export default function LoginPage() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const { loginDisabled, registrationDisabled } = useFlags((flags) => flags);
  const locked = useLocked();
  const plan = usePlanToPay();
  return (
    <SignInLayout title={t("titles:login")} picture="jump" {...locked}>
      <FeatureGate disabled={loginDisabled}>
        {!locked && <ReturnAddressNotice />}
        <LoginForm />
        <PasskeyLogin disabled={loginDisabled} />
      </FeatureGate>
      {!registrationDisabled && (
        <p>
          {t("login.noAccount")}{" "}
          <TextLink to={withPlan(routePath("register"), plan)}>{t("login.register")}</TextLink>
        </p>
      )}
    </SignInLayout>
  );
}
