import { Button, makeStyles } from "@fluentui/react-components";
import { type ReactNode, useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { CheckmarkRegular } from "@fluentui/react-icons";
import { type checkoutOrigins, getQuote, type Quote } from "#shared/api/billing.ts";
import { getCatalogue, type Catalogue } from "#shared/api/catalogue.ts";
import { routePath } from "#shared/routes.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { refresh, useApiQuery, useIsFirstLoad } from "#renderer/api-client/query.ts";
import { TextLink, ButtonLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { brand, writtenLanguages } from "#renderer/platform/brand.ts";
import { usePurchase } from "#renderer/purchase/purchase-store.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import type { Period } from "#shared/api/cart.ts";
import { Form, SubmitButton } from "#renderer/components/form/form.tsx";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { returnAddress } from "#renderer/session/return-address.ts";
import { withPlan } from "#renderer/purchase/plan-choice.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useFormats, useLanguageNames } from "#renderer/i18n/formats.ts";
import { BuyerDetailsRow, type SavesDetails } from "../buyer-details.tsx";
import { PaymentNotes } from "../plans/payment-notes.tsx";
import { ChargeSummary, ChargeSummarySkeleton } from "./charge-summary.tsx";
import { DiscountField, useDiscountCode } from "./discount-field.tsx";
import {
  DeclinedNotice,
  isBlocked,
  PaymentFailureNotice,
  PaymentsBlocked,
} from "./payment-notices.tsx";
import { RenewalChoice } from "./renewal-choice.tsx";
import { type DiscountedQuote, orderItems, type QuotedItem } from "./quote.ts";
import { type Order, usePayment } from "./use-payment.ts";

const useOpensListStyles = makeStyles({
  list: { display: "grid", gap: "10px", margin: "12px 0 0", padding: 0, listStyleType: "none" },
  item: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr)",
    gap: "12px",
    "> svg": { marginTop: "2px", color: tokens.colorBrandForeground1 },
  },
});

type OpensListProps = { lines: Quote["lines"]; catalogue: Catalogue | undefined };

/** What the payment opens: the library for a membership, the delivery of each extra. */
function OpensList({ lines, catalogue }: OpensListProps) {
  const styles = useOpensListStyles();
  const { t } = useTranslation("checkout");
  const bought = new Set(lines.map(({ sku }) => sku));
  const deliveries = (catalogue?.extras ?? [])
    .filter(({ sku }) => bought.has(sku))
    .map(({ delivery }) => delivery);
  const membership = lines.some(({ kind }) => kind === "membership");
  const named = useLanguageNames();
  const devices =
    brand.languages.length > 1
      ? t("opens.devices", { languages: named(writtenLanguages(), "and") })
      : t("opens.devicesInOneLanguage");
  const items = [
    ...(membership
      ? [t(brand.kinds ? "opens.libraryPlain" : "opens.library"), devices, t("opens.cancel")]
      : []),
    ...deliveries,
    t("opens.receipt"),
  ];
  return (
    <section aria-labelledby="opens">
      <Heading level={2} size="small" id="opens">
        {t("opens.title")}
      </Heading>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item} className={styles.item}>
            <CheckmarkRegular fontSize={20} aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}

const useSignInChoiceStyles = makeStyles({
  choice: { display: "grid", gap: "12px" },
  text: { margin: 0 },
  links: { display: "flex", flexWrap: "wrap", gap: "12px" },
});

type SignInChoiceProps = {
  /** The plan to pay after the registration. */
  plan?: Period | undefined;
};

/** Links to login and registration, which lead back here: paying needs an account. */
function SignInChoice({ plan }: SignInChoiceProps) {
  const styles = useSignInChoiceStyles();
  const { t } = useTranslation(["checkout", "common", "titles"]);
  const { loginDisabled, registrationDisabled } = useFlags((flags) => flags);
  const { pathname, search } = useLocation();
  const register = withPlan(routePath("register"), plan ?? null);
  const remember = () => returnAddress.remember(pathname + search);
  return (
    <div className={styles.choice}>
      <p className={styles.text}>{t("signIn.text")}</p>
      <div className={styles.links} onClickCapture={remember}>
        {!registrationDisabled && (
          <ButtonLink to={register} look="accent">
            {t("titles:register")}
          </ButtonLink>
        )}
        {!loginDisabled && (
          <ButtonLink to={routePath("login")} look={registrationDisabled ? "accent" : "secondary"}>
            {t("titles:login")}
          </ButtonLink>
        )}
      </div>
      {loginDisabled && registrationDisabled && (
        <p className={styles.text}>{t("common:featureDisabled")}</p>
      )}
    </div>
  );
}

type PricingFailureProps = { failure: ApiFailure; onRetry: () => void; children: ReactNode };

/** Says why the order could not be priced; `children` is the standard view of the failure. */
function PricingFailure({ failure, onRetry, children }: PricingFailureProps) {
  const { t } = useTranslation(["checkout", "billing"]);
  if (failure.code === "already-subscribed") {
    return (
      <Notice intent="warning">
        {t("cart.alreadySubscribed")}{" "}
        <TextLink to={routePath("membership")}>{t("billing:memberNote.action")}</TextLink>
      </Notice>
    );
  }
  if (failure.code === "item-unknown") {
    return <Notice intent="warning">{t("failed.itemUnknown")}</Notice>;
  }
  if (failure.code === "amount-too-large") {
    return <Notice intent="warning">{t("failed.amountTooLarge")}</Notice>;
  }
  return isBlocked(failure) ? <PaymentsBlocked onRetry={onRetry} /> : children;
}

const usePayFormStyles = makeStyles({
  notes: { display: "grid", gap: "16px" },
  terms: { margin: 0 },
});

/** A button that checks again whether payments are available. */
function AskAgain() {
  const { t } = useTranslation();
  return (
    <div>
      <Button size="large" onClick={() => void refresh(getQuote)}>
        {t("failed.retry")}
      </Button>
    </div>
  );
}

type PayFormProps = {
  quote: Quote;
  /** Whether the quote is outdated: nothing can be paid until the new one arrives. */
  stale: boolean;
  order: Omit<Order, "termsVersion">;
  /** Saves what was typed for the receipt; resolves to false if that cannot be saved. */
  saveDetails: () => Promise<boolean>;
  /** Checks a code that was typed and not applied; returns whether there is one: the buyer then sees the new price first. */
  applyCode: () => boolean;
};

/** The button that accepts the terms and starts the payment, unless payments are unavailable. */
function PayForm({ quote, stale, order, saveDetails, applyCode }: PayFormProps) {
  const styles = usePayFormStyles();
  const { t } = useTranslation("checkout");
  const { membershipEnd, money } = useFormats();
  const { busy, failure, run } = usePayment();
  const submit = async () => {
    if (stale || applyCode() || !(await saveDetails())) return;
    await run({ ...order, termsVersion: quote.termsVersion }, quote.dueNow);
  };
  const { dueNow, paymentsAvailable, paymentsSetUp } = quote;
  const free = t(quote.trial ? "startTrial" : "payNothing");
  const pay = dueNow.amount === 0 ? free : t("pay", { price: money(dueNow) });
  if (!paymentsAvailable) {
    return (
      <div className={styles.notes}>
        <PaymentNotes {...quote} />
        {paymentsSetUp !== false && <AskAgain />}
      </div>
    );
  }
  return (
    <Form label={t("payment")} onSubmit={submit}>
      <PaymentNotes {...quote} />
      {failure && <PaymentFailureNotice failure={failure} />}
      {quote.beginsAt && (
        <p className={styles.terms}>
          {t("beginsAt", { date: membershipEnd("grant", quote.beginsAt) })}
        </p>
      )}
      <p className={styles.terms}>
        <Trans
          t={t}
          i18nKey="accepting"
          components={{ terms: <TextLink to={routePath("terms")}>{null}</TextLink> }}
        />
      </p>
      <SubmitButton busy={busy || stale} wide>
        {busy ? t("paying") : pay}
      </SubmitButton>
    </Form>
  );
}

const useStyles = makeStyles({
  columns: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 560px) minmax(0, 440px)",
    gridTemplateAreas: '"first payment" "more payment"',
    gridTemplateRows: "auto 1fr",
    justifyContent: "space-between",
    columnGap: "64px",
    alignItems: "start",
    [media.belowTablet]: {
      gridTemplateColumns: "minmax(0, 1fr)",
      gridTemplateAreas: '"first" "payment" "more"',
      gridTemplateRows: "auto auto 1fr",
    },
  },
  // The margins take the place of row gaps, which empty rows would have too.
  first: {
    gridArea: "first",
    display: "grid",
    gap: "16px",
    ":not(:empty)": { marginBottom: "32px", [media.phone]: { marginBottom: "16px" } },
  },
  payment: {
    gridArea: "payment",
    display: "grid",
    gap: "20px",
    marginBottom: "32px",
    "> p": { margin: 0 },
    [media.phone]: { gap: "16px" },
  },
  more: { gridArea: "more", display: "grid", gap: "24px" },
});

export function PaymentSkeleton() {
  const styles = useStyles();
  return (
    <div className={styles.columns}>
      <div className={styles.payment}>
        <ChargeSummarySkeleton />
        <LoadingLines lines={4} />
      </div>
      <div className={styles.more}>
        <LoadingLines lines={6} />
      </div>
    </div>
  );
}

type PaymentProps = {
  items: readonly QuotedItem[];
  pricing: DiscountedQuote;
  origin: (typeof checkoutOrigins)[number];
  /** What comes first: the cart, or the choice of a plan. */
  first?: ReactNode;
  /** Shown below the button. */
  children?: ReactNode;
};

/** The payment of an order: what is charged and opens, a discount code, and the button; for visitors the log-in. */
export function Payment({ items, pricing, origin, first, children }: PaymentProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const user = useUser();
  const discount = usePurchase((state) => state.discount);
  const { data: catalogue } = useApiQuery(getCatalogue, { silent: true });
  const isFirstLoad = useIsFirstLoad(pricing.isPending);
  const details = useRef<SavesDetails>(null);
  const saveDetails = async () => (await details.current?.save()) ?? true;
  const code = useDiscountCode(items);
  const stale = pricing.isPlaceholderData;
  const [wantsOnce, setWantsOnce] = useState(false);
  const onceBy = pricing.data?.onceBy;
  const isOnce = wantsOnce && onceBy !== undefined;
  const order = {
    items: orderItems(items),
    ...(discount && { discountCode: discount.code }),
    ...(isOnce && { paidOnce: true }),
    origin,
  };
  return (
    <div className={styles.columns}>
      <div className={styles.first}>
        <DeclinedNotice />
        {first}
      </div>
      <div className={styles.payment}>
        <section aria-label={t("summary.title")}>
          <QueryView
            query={pricing}
            loading={<ChargeSummarySkeleton />}
            hidesStale
            renderFailure={() => null}
          >
            {(quote) => (
              <ChargeSummary
                quote={quote}
                catalogue={catalogue}
                stale={stale}
                isOnce={isOnce}
                // There the choice of the plan says it.
                saysSaving={origin !== "registration-payment"}
              />
            )}
          </QueryView>
        </section>
        <QueryView
          query={pricing}
          loading={<LoadingLines lines={4} />}
          hidesStale
          renderFailure={(failure, standard) => (
            <PricingFailure failure={failure} onRetry={() => void pricing.refetch()}>
              {standard}
            </PricingFailure>
          )}
        >
          {(quote) =>
            user || quote.paymentsSetUp === false ? (
              <>
                {onceBy && (
                  <RenewalChoice onceBy={onceBy} isOnce={isOnce} onChange={setWantsOnce} />
                )}
                <PayForm {...{ quote, stale, order, saveDetails }} applyCode={code.applyTyped} />
              </>
            ) : (
              <SignInChoice plan={origin === "checkout" ? undefined : quote.renewal?.period} />
            )
          }
        </QueryView>
        {!isFirstLoad && children}
      </div>
      <div className={styles.more}>
        {user && !isFirstLoad && <BuyerDetailsRow ref={details} />}
        {!isFirstLoad && <DiscountField code={code} dropped={pricing.droppedCode} />}
        {pricing.data && <OpensList lines={pricing.data.lines} catalogue={catalogue} />}
      </div>
    </div>
  );
}
