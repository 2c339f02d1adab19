import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { type Ref, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Period } from "#shared/api/cart.ts";
import type { Membership } from "#shared/api/membership.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { Skeleton } from "#renderer/components/skeleton.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { CardRow } from "./card-row.tsx";
import type { PaymentPage } from "./payment-page.ts";
import { SettingRow } from "#renderer/components/setting-row.tsx";
import { SwitchDialog, type SwitchEnd } from "./switch-dialog.tsx";
import { canBeCancelled } from "./cancelling.ts";
import { isSettling } from "./status-panel.tsx";

/** Returns whether and when a membership renews, in words. */
function useRenewal(membership: Membership): string {
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  const { status, endsAt, nextCharge } = membership;
  if (isSettling(membership)) return t("status.settling.title");
  if (status === "active" && nextCharge)
    return t("settings.renewsOn", { date: date(nextCharge.on) });
  if (status === "ending" && endsAt) return t("settings.endsOn", { date: date(endsAt) });
  return t(`status.${status}.title`);
}

type RenewalRowProps = {
  membership: Membership;
  busy: boolean;
  onCancel: () => void;
  onResume: () => void;
};

/** When a membership renews or ends, with the button that cancels or resumes it. */
function RenewalRow({ membership, busy, onCancel, onResume }: RenewalRowProps) {
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  const { status, endsAt } = membership;
  const isEnding = status === "ending";
  const resumeHint = endsAt ? t("resume.hint", { date: date(endsAt) }) : t("resume.hintNoDate");
  return (
    <SettingRow
      name={t("settings.renewal")}
      value={useRenewal(membership)}
      hint={isEnding ? resumeHint : null}
      action={
        <>
          {isEnding && (
            <Button appearance="primary" size="large" disabledFocusable={busy} onClick={onResume}>
              {t("resume.action")}
            </Button>
          )}
          {canBeCancelled(membership) && (
            <DangerButton size="large" onClick={onCancel}>
              {t("cancel.action")}
            </DangerButton>
          )}
        </>
      }
    />
  );
}

const useStyles = makeStyles({
  section: {
    padding: "24px 32px 16px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "20px 20px 8px" },
  },
  loading: { boxSizing: "border-box", height: "325px", [media.phone]: { height: "531px" } },
  title: { marginBottom: "16px" },
});

type PlanRowProps = {
  membership: Membership;
  period: Period;
  busy: boolean;
  onSwitch: () => void;
  onUndo: () => void;
};

/** The plan, with a button that changes its period, or takes back a change that is planned. */
function PlanRow({ membership, period, busy, onSwitch, onUndo }: PlanRowProps) {
  const { t } = useTranslation("membership");
  const { money, date } = useFormats();
  const { status, nextPeriod, nextCharge } = membership;
  const other = period === "monthly" ? "yearly" : "monthly";
  const planned =
    nextPeriod &&
    nextCharge &&
    t("switch.planned", {
      date: date(nextCharge.on),
      plan: t(`period.${nextPeriod}`).toLocaleLowerCase(),
      price: money(nextCharge.price),
    });
  const change = nextPeriod ? (
    <Button size="large" disabledFocusable={busy} onClick={onUndo}>
      {t(`switch.keep.${period}`)}
    </Button>
  ) : (
    <Button size="large" onClick={onSwitch}>
      {t(`switch.to.${other}`)}
    </Button>
  );
  const isActive = status === "active";
  return (
    <SettingRow
      name={t("settings.plan")}
      value={t(`switch.planName.${period}`)}
      hint={planned ?? (isActive ? t("switch.hint") : null)}
      action={isActive && change}
    />
  );
}

type PlanAndPaymentProps = Omit<PlanRowProps, "onSwitch"> &
  RenewalRowProps & {
    page: PaymentPage;
    /** The heading, to focus it after a change. */
    headingRef: Ref<HTMLHeadingElement>;
    onSwitched: (end: SwitchEnd) => void;
  };

/** The plan, the card and the renewal of a membership, and how to change them. */
export function PlanAndPayment(props: PlanAndPaymentProps) {
  const { page, headingRef, onSwitched, onCancel, onResume, ...plan } = props;
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const [to, setTo] = useState<Period | null>(null);
  const { membership, period, busy } = plan;
  return (
    <section aria-labelledby="plan-and-payment" className={styles.section}>
      <Heading
        level={2}
        size="small"
        id="plan-and-payment"
        ref={headingRef}
        className={styles.title}
      >
        {t("settings.title")}
      </Heading>
      <PlanRow {...plan} onSwitch={() => setTo(period === "monthly" ? "yearly" : "monthly")} />
      {membership.status !== "ending" && <CardRow membership={membership} page={page} />}
      <RenewalRow {...{ membership, busy, onCancel, onResume }} />
      {to && (
        <SwitchDialog
          to={to}
          membership={membership}
          page={page}
          onEnd={(end) => {
            setTo(null);
            onSwitched(end);
          }}
          onClose={() => setTo(null)}
        />
      )}
    </section>
  );
}

/** Placeholder for the section while the membership loads; members without one of their own have none. */
export function PlanAndPaymentSkeleton() {
  const styles = useStyles();
  if (!useUser()?.subscriptionOwned) return null;
  return <Skeleton aria-hidden className={mergeClasses(styles.section, styles.loading)} />;
}
