import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { type Ref, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Period } from "#shared/api/cart.ts";
import type { Membership } from "#shared/api/membership.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { Skeleton } from "#renderer/components/skeleton.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { CardRow } from "./card-row.tsx";
import { PastDueSkeleton } from "./past-due-skeleton.tsx";
import type { PaymentPage } from "./payment-page.ts";
import { SettingRow } from "#renderer/components/setting-row.tsx";
import { SwitchDialog, type SwitchEnd } from "./switch-dialog.tsx";
import { isSettling, useOtherCredit } from "./status-panel.tsx";

/** Returns whether a membership was bought and renews. While a late payment is confirmed it cannot be cancelled. */
export const canBeCancelled = ({ status, source, pastDue }: Membership): boolean =>
  source === "purchase" && (status === "active" || (status === "past-due" && pastDue !== null));

/** Returns when a membership renews and for how much, or what keeps it from that, in words. */
function useRenewal(membership: Membership): string {
  const { t } = useTranslation("membership");
  const { money, date } = useFormats();
  const { status, endsAt, nextCharge, pastDue, chargedElsewhere, onTrial } = membership;
  if (pastDue) return t("history.status.open");
  if (status === "past-due") return t("history.status.pending");
  if (status === "active" && nextCharge) {
    const { price, on } = nextCharge;
    if (chargedElsewhere) return t("settings.paidUntil", { date: date(on) });
    return t(onTrial ? "settings.firstCharge" : "settings.renewsOn", {
      price: money(price),
      date: date(on),
    });
  }
  return endsAt ? t("settings.endsOn", { date: date(endsAt) }) : t(`status.${status}.title`);
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
  const { status, endsAt, paidOnce } = membership;
  const isEnding = status === "ending";
  const resumeHint = paidOnce
    ? t("resume.hintPaidOnce")
    : endsAt
      ? t("resume.hint", { date: date(endsAt) })
      : t("resume.hintNoDate");
  return (
    <SettingRow
      name={t("settings.renewal")}
      value={useRenewal(membership)}
      hint={isEnding ? resumeHint : null}
      action={
        <>
          {isEnding && (
            <Button appearance="primary" size="large" disabledFocusable={busy} onClick={onResume}>
              {t(paidOnce ? "resume.actionPaidOnce" : "resume.action")}
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
  stack: { display: "grid", gap: "24px" },
  section: {
    padding: "32px 32px 16px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "24px 20px 8px" },
  },
  loading: {
    boxSizing: "border-box",
    height: "337px",
    [media.belowTablet]: { height: "551px" },
    [media.phone]: { height: "569px" },
  },
  title: { marginBottom: "16px" },
  text: { margin: "0 0 20px", fontSize: "18px", lineHeight: "28px", maxWidth: "60ch" },
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
  const { status, startedAt, nextPeriod, nextCharge } = membership;
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
  const since = startedAt && t("settings.since", { date: date(startedAt) });
  return (
    <SettingRow
      name={t("settings.plan")}
      value={t(`switch.planName.${period}`)}
      hint={planned ?? since}
      action={status === "active" && !membership.unsettled && change}
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

/** What a membership that was bought is, with plan, renewal and card, and how to change them. */
export function PlanAndPayment(props: PlanAndPaymentProps) {
  const { page, headingRef, onSwitched, onCancel, onResume, ...plan } = props;
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { money, date } = useFormats();
  const [to, setTo] = useState<Period | null>(null);
  const { membership, period, busy } = plan;
  const otherCredit = useOtherCredit(membership);
  return (
    <section aria-labelledby="plan-and-payment" className={styles.section}>
      <Heading level={2} id="plan-and-payment" ref={headingRef} className={styles.title}>
        {membership.onTrial && membership.status === "active" && membership.endsAt
          ? t("status.trial.title", { date: date(membership.endsAt) })
          : t(
              membership.paidOnce
                ? "status.paidOnce.title"
                : `status.${isSettling(membership) ? "settling" : membership.status}.title`,
            )}
      </Heading>
      {isSettling(membership) && <p className={styles.text}>{t("status.settling.text")}</p>}
      {membership.unsettled && <p className={styles.text}>{t("unsettled")}</p>}
      {membership.chargedElsewhere && <p className={styles.text}>{t("chargedElsewhere")}</p>}
      {otherCredit !== null && <p className={styles.text}>{otherCredit}</p>}
      <PlanRow {...plan} onSwitch={() => setTo(period === "monthly" ? "yearly" : "monthly")} />
      {membership.status !== "ending" && <CardRow membership={membership} page={page} />}
      {membership.credit && <SettingRow name={t("fact.credit")} value={money(membership.credit)} />}
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

/** Placeholder for a membership of the user's own while it loads. */
export function PlanAndPaymentSkeleton() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <div className={styles.stack}>
      <PastDueSkeleton />
      <Skeleton
        aria-label={t("loading")}
        className={mergeClasses(styles.section, styles.loading)}
      />
    </div>
  );
}
