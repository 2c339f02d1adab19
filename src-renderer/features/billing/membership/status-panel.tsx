import { makeStyles, mergeClasses } from "@fluentui/react-components";
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
type MembershipState = Membership["status"] | "grant" | "admin" | "settling";

/** Returns whether this is a current grant by an admin, which does not renew and does not count as cancelled. */
const isGranted = ({ status, source }: Pick<Membership, "status" | "source">): boolean =>
  source === "grant" && (status === "active" || status === "ending");

/** Returns whether the bank is still confirming the late payment of a renewal. */
export const isSettling = ({ status, pastDue }: Pick<Membership, "status" | "pastDue">): boolean =>
  status === "past-due" && pastDue === null;

/** Returns the state of the user's membership; grants and the access of admins are states too. */
function useMembershipState({ status, source, pastDue }: Membership): MembershipState {
  const user = useUser();
  if (isSettling({ status, pastDue })) return "settling";
  if (isGranted({ status, source })) return "grant";
  if ((status === "none" || status === "ended") && isAdmin(user)) return "admin";
  return status;
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
  const { status, source, period, startedAt, endsAt, nextCharge, pastDue, credit } = membership;
  const ongoing = status === "active" || status === "ending" || status === "past-due";
  const facts: [string, string][] = [];
  if (period && source === "purchase") facts.push([t("fact.plan"), t(`period.${period}`)]);
  if (startedAt && ongoing) facts.push([t("fact.since"), date(startedAt)]);
  if (nextCharge && status === "active" && source === "purchase") {
    const { price, on } = nextCharge;
    facts.push([t("fact.nextCharge"), t("priceOn", { price: money(price), date: date(on) })]);
  } else if (isGranted(membership)) {
    facts.push([t("fact.grantedUntil"), endsAt ? membershipEnd(source, endsAt) : t("fact.noEnd")]);
  } else if (pastDue) facts.push([t("fact.until"), date(pastDue.endsOn)]);
  else if (status === "ending" && endsAt) facts.push([t("fact.until"), date(endsAt)]);
  if (status === "ended" && endsAt) facts.push([t("fact.ended"), membershipEnd(source, endsAt)]);
  if (credit) facts.push([t("fact.credit"), money(credit)]);
  return facts;
}

/** Plan, dates and next charge of a membership. */
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
  /** Reserves the height of a panel with facts, so that the page below does not move. */
  tall: { minHeight: "260px" },
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
  fact: { height: "46px", width: "120px" },
  button: { height: "46px", width: "min(100%, 200px)" },
});

type StatusPanelProps = {
  membership: Membership;
  /** Buttons and links. */
  children?: ReactNode;
};

/** Returns whether there will be facts: admins without a membership of their own have none. */
const useOwnsMembership = () => useUser()?.subscriptionOwned ?? false;

export function StatusPanel({ membership, children }: StatusPanelProps) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { money } = useFormats();
  const state = useMembershipState(membership);
  const owned = useOwnsMembership();
  return (
    <section
      aria-labelledby="membership-status"
      className={mergeClasses(styles.panel, owned && styles.tall)}
    >
      <div>
        <Heading level={2} id="membership-status" className={styles.title}>
          {t(`status.${state}.title`)}
        </Heading>
        <p className={styles.text}>
          {t(state === "none" && brand.kinds ? "status.none.textPlain" : `status.${state}.text`)}
        </p>
      </div>
      <MembershipFacts membership={membership} />
      {membership.otherCredit && (
        <p className={styles.text}>
          {t("otherCredit", { credit: membership.otherCredit.map(money).join(", ") })}
        </p>
      )}
      <div className={styles.actions}>{children}</div>
    </section>
  );
}

export function StatusPanelSkeleton() {
  const styles = useStyles();
  const facts = useMembershipFactsStyles();
  const { t } = useTranslation();
  const owned = useOwnsMembership();
  const user = useUser();
  // Admins without a membership of their own have nothing to choose.
  const hasAction = owned || !isAdmin(user);
  return (
    <Skeleton
      aria-label={t("loading")}
      className={mergeClasses(styles.panel, owned && styles.tall)}
    >
      <div>
        <SkeletonItem className={styles.heading} />
        <SkeletonItem className={styles.sentence} />
      </div>
      {owned && (
        <div className={facts.facts}>
          {["plan", "since", "next"].map((fact) => (
            <SkeletonItem key={fact} className={styles.fact} />
          ))}
        </div>
      )}
      {hasAction && <SkeletonItem className={styles.button} />}
    </Skeleton>
  );
}
