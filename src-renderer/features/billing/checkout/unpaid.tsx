import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Purchase } from "../../../../src-shared/api/billing.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { ButtonLink, useButtonLook } from "../../../components/links.tsx";
import { MotifArt } from "../../../components/cover-art/motif-art.tsx";
import { Page } from "../../../components/page.tsx";
import { platform } from "../../../platform/current-platform.ts";
import { usePurchase } from "../../../purchase/purchase-store.ts";

const useStyles = makeStyles({
  links: { display: "flex", flexWrap: "wrap", gap: "12px", marginTop: "24px" },
});

type UnpaidProps = { purchase: Purchase & { status: "open" | "declined" | "expired" } };

/** A purchase that is not paid: what happened, and the ways to pay it or to go back. */
export function Unpaid({ purchase: { status, paymentUrl } }: UnpaidProps) {
  const styles = useStyles();
  const look = useButtonLook("accent");
  const { t } = useTranslation("checkout");
  const cart = usePurchase(({ purchaseItems }) => purchaseItems.length > 0);
  return (
    <Page
      key={status}
      title={t(`success.${status}.title`)}
      lead={t(`success.${status}.text`)}
      width="reading"
    >
      <MotifArt motif="whistle" size={96} />
      <div className={styles.links}>
        {paymentUrl !== null && (
          <Button size="large" {...look} onClick={() => platform.openPayment(paymentUrl)}>
            {t(`success.${status === "declined" ? "payAgain" : "payNow"}`)}
          </Button>
        )}
        <ButtonLink
          to={routePath(cart ? "checkout" : "memberships")}
          look={paymentUrl === null ? "accent" : "secondary"}
        >
          {t(cart ? "success.toCart" : "success.toPlans")}
        </ButtonLink>
      </div>
    </Page>
  );
}
