import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isAdmin } from "#shared/active-member.ts";
import type { Membership } from "#shared/api/membership.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { brand } from "#renderer/platform/brand.ts";

/** The states that the panel has a title and a text for. */
type PanelState = "none" | "pending" | "ended" | "grant" | "admin";

/** Returns whether this is a current grant by an admin, which does not renew and does not count as cancelled. */
const isGranted = ({ status, source }: Pick<Membership, "status" | "source">): boolean =>
  source === "grant" && (status === "active" || status === "ending");

/** Returns whether the bank is still confirming the late payment of a renewal. */
export const isSettling = ({ status, pastDue }: Pick<Membership, "status" | "pastDue">): boolean =>
  status === "past-due" && pastDue === null;

/** Returns the state of a membership that was not bought, or is not in force; the access of admins is one too. */
function useMembershipState({ status }: Membership): PanelState {
  const user = useUser();
  if (status === "pending") return status;
  if (status === "none" || status === "ended") return isAdmin(user) ? "admin" : status;
  return "grant";
}

const useMembershipFactsStyles = makeStyles({
  facts: {
    display: "flex",
    flexWrap: "wrap",
    gap: "16px 48px",
    margin: 0,
    [media.phone]: { display: "grid", gap: "12px" },
  },
  name: { color: tokens.colorNeutralForeground2, fontSize: "15px", lineHeight: "20px" },
  value: { margin: 0, fontSize: "18px", lineHeight: "26px", fontWeight: 600 },
});

/** Returns the known facts of a membership as pairs of name and value. */
function useFacts(membership: Membership): [name: string, value: string][] {
  const { t } = useTranslation("membership");
  const { money, date, membershipEnd } = useFormats();
  const { status, source, startedAt, endsAt, credit } = membership;
  const facts: [string, string][] = [];
  if (isGranted(membership)) {
    if (startedAt) facts.push([t("fact.since"), date(startedAt)]);
    facts.push([t("fact.grantedUntil"), endsAt ? membershipEnd(source, endsAt) : t("fact.noEnd")]);
  }
  if (status === "ended" && endsAt) facts.push([t("fact.ended"), membershipEnd(source, endsAt)]);
  if (credit) facts.push([t("fact.credit"), money(credit)]);
  return facts;
}

/** Dates and credit of a membership. */
function MembershipFacts({ membership }: { membership: Membership }) {
  const styles = useMembershipFactsStyles();
  const facts = useFacts(membership);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const useStyles = makeStyles({
  panel: {
    display: "grid",
    gap: "24px",
    boxSizing: "border-box",
    minHeight: "204px",
    alignContent: "start",
    padding: "32px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "24px 20px" },
  },
  title: { marginBottom: "8px" },
  text: { margin: 0, fontSize: "18px", lineHeight: "28px", maxWidth: "60ch" },
  actions: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "12px 24px",
    ":empty": { display: "none" },
  },
  /** Placeholders, each as high as the content that replaces it. */
  heading: { height: "34px", width: "min(100%, 360px)", [media.phone]: { height: "68px" } },
  sentence: {
    height: "28px",
    marginTop: "8px",
    width: "min(100%, 460px)",
    [media.phone]: { height: "56px" },
  },
  button: { height: "46px", width: "min(100%, 200px)" },
});

/** Returns what is said of credit in currencies that a membership is not charged in; null without any. */
export function useOtherCredit({ credit, otherCredit }: Membership): string | null {
  const { t } = useTranslation("membership");
  const { money } = useFormats();
  if (!otherCredit) return null;
  const others = otherCredit.map(money).join(", ");
  return t(credit ? "otherCredit" : "otherCreditOnly", { credit: others });
}

type StatusPanelProps = {
  membership: Membership;
  /** Buttons and links. */
  children?: ReactNode;
};

/** What is said of a membership that was not bought, is not in force yet or any more, or is none. */
export function StatusPanel({ membership, children }: StatusPanelProps) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { money } = useFormats();
  const otherCredit = useOtherCredit(membership);
  const state = useMembershipState(membership);
  return (
    <section aria-labelledby="membership-status" className={styles.panel}>
      <div>
        <Heading level={2} id="membership-status" className={styles.title}>
          {t(`status.${state}.title`)}
        </Heading>
        <p className={styles.text}>
          {t(state === "none" && brand.kinds ? "status.none.textPlain" : `status.${state}.text`)}
        </p>
      </div>
      <MembershipFacts membership={membership} />
      {membership.failedDebit && (
        <p className={styles.text}>{t("failedDebit", { price: money(membership.failedDebit) })}</p>
      )}
      {membership.chargedElsewhere && <p className={styles.text}>{t("chargedElsewhere")}</p>}
      {otherCredit !== null && <p className={styles.text}>{otherCredit}</p>}
      <div className={styles.actions}>{children}</div>
    </section>
  );
}

/** Placeholder for the panel of users without a membership of their own. */
export function StatusPanelSkeleton() {
  const styles = useStyles();
  const { t } = useTranslation();
  const user = useUser();
  return (
    <Skeleton aria-label={t("loading")} className={styles.panel}>
      <div>
        <SkeletonItem className={styles.heading} />
        <SkeletonItem className={styles.sentence} />
      </div>
      {/* Admins have nothing to choose. */}
      {!isAdmin(user) && <SkeletonItem className={styles.button} />}
    </Skeleton>
  );
}
