import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Membership } from "#shared/api/membership.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { Notice, useNoticeLook } from "#renderer/components/notice.tsx";
import { useElapsed } from "#renderer/components/use-elapsed.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { isBlocked } from "../checkout/payment-notices.tsx";
import { usePastDueHeight } from "./past-due-skeleton.tsx";
import { type PaymentPage, useOpenPage, usePaymentPage } from "./payment-page.ts";

const useStyles = makeStyles({
  strip: {
    display: "grid",
    gap: "8px",
    alignContent: "start",
    justifyItems: "start",
    padding: "20px",
  },
  text: { maxWidth: "66ch" },
  button: { marginTop: "8px" },
});

type UnpaidProps = { pastDue: NonNullable<Membership["pastDue"]>; page: PaymentPage };

/** A renewal that was not paid: what happened, until when access is kept, and the button that pays it. */
function UnpaidRenewal({ pastDue, page }: UnpaidProps) {
  const styles = useStyles();
  const { room } = usePastDueHeight();
  const look = useNoticeLook("warning");
  const button = useButtonLook("accent");
  const { t } = useTranslation(["membership", "billing"]);
  const { money, date } = useFormats();
  const { busy, failure, run } = useOpenPage(page);
  const { needs, price, endsOn, nextTryOn } = pastDue;
  return (
    <section aria-labelledby="past-due" className={mergeClasses(look, room, styles.strip)}>
      <Heading level={2} size="small" id="past-due">
        {t(`pastDue.${needs}.title`, { price: money(price) })}
      </Heading>
      <p className={styles.text}>
        {t(`pastDue.${needs}.text`, { date: date(endsOn) })}{" "}
        {needs === "card" &&
          (nextTryOn ? t("pastDue.nextTry", { date: date(nextTryOn) }) : t("pastDue.noNextTry"))}
      </p>
      {failure && (
        <Notice intent="error">
          {isBlocked(failure) ? t("billing:blocked") : t("pastDue.failed")}
        </Notice>
      )}
      <Button
        size="large"
        {...button}
        className={mergeClasses(button.className, styles.button)}
        disabledFocusable={busy}
        onClick={() => void run("pay")}
      >
        {t(`pastDue.${needs}.action`)}
      </Button>
    </section>
  );
}

type StripProps = { membership: Membership; page: PaymentPage };

/** Asks to pay a renewal that was not paid, and thanks for it. Shows nothing for other memberships. */
export function PastDueNotice({ membership: { pastDue }, page }: StripProps) {
  const { t } = useTranslation("membership");
  if (page.result === "paid") return <Notice intent="success">{t("pastDue.paid")}</Notice>;
  return (
    <>
      {pastDue && <UnpaidRenewal pastDue={pastDue} page={page} />}
      {page.isOpen && <OpenPageNotice />}
    </>
  );
}

/** Time after which a browser has left for a payment page: if this page is still shown, there are two windows. */
const leftAfterMs = 2_000;

/** Says that a payment page is open in another window. */
export function OpenPageNotice() {
  const { t } = useTranslation("membership");
  return useElapsed(leftAfterMs) && <Notice>{t("pastDue.open")}</Notice>;
}

/** The strip for pages that have no other payment to open. */
export function PastDueStrip({ membership }: Pick<StripProps, "membership">) {
  const page = usePaymentPage(membership);
  return <PastDueNotice membership={membership} page={page} />;
}
