import { makeStyles } from "@fluentui/react-components";
import { RibbonRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { isAdmin } from "#shared/active-member.ts";
import { getMembership, type Membership } from "#shared/api/membership.ts";
import type { User } from "#shared/api/user.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  line: {
    display: "grid",
    gridTemplateColumns: "24px minmax(0, 1fr)",
    gap: "0 12px",
    alignContent: "start",
    margin: 0,
    minHeight: "48px",
    [media.phone]: { minHeight: "72px" },
  },
  icon: { gridRow: "1 / 3", color: tokens.colorAccentText },
  circle: { width: "24px", borderRadius: "50%" },
  link: { gridColumnStart: 2, justifySelf: "start" },
});

/** Returns the state of the membership in one sentence; without one, what the session knows of it. */
export function useMembershipSentence(membership: Membership | null, user: User): string {
  const { t } = useTranslation("account");
  const { date, membershipEnd, money } = useFormats();
  if (!membership) {
    if (user.subscriptionOwned) return t("membership.active");
    if (isAdmin(user)) return t("membership.admin");
    return t(user.subscriptionPending ? "membership.pending" : "membership.none");
  }
  const { status, source, nextCharge, endsAt, pastDue } = membership;
  if (status === "none" && isAdmin(user)) return t("membership.admin");
  if (status === "active" && nextCharge) {
    const { price, on } = nextCharge;
    return t(membership.onTrial ? "membership.trial" : "membership.renews", {
      price: money(price),
      on: date(on),
    });
  }
  if ((status === "active" || status === "ending") && endsAt) {
    const sentence = source === "grant" ? "membership.granted" : "membership.until";
    return t(sentence, { on: membershipEnd(source, endsAt) });
  }
  if (status === "ended" && endsAt)
    return t("membership.endedOn", { on: membershipEnd(source, endsAt) });
  if (pastDue) return t("membership.pastDueUntil", { on: date(pastDue.endsOn) });
  if (status === "ending") return t("membership.active");
  return t(`membership.${status}`);
}

type SentenceProps = { membership: Membership | null; user: User };

function MembershipSentence({ membership, user }: SentenceProps) {
  const styles = useStyles();
  const { t } = useTranslation("account");
  return (
    <p className={styles.line}>
      <RibbonRegular fontSize={24} className={styles.icon} aria-hidden />
      <span>{useMembershipSentence(membership, user)}</span>
      <TextLink to={routePath("membership")} className={styles.link}>
        {t("membership.details")}
      </TextLink>
    </p>
  );
}

function LineSkeleton() {
  const styles = useStyles();
  return (
    <Skeleton className={styles.line}>
      <SkeletonItem size={24} className={styles.circle} />
      <SkeletonItem size={16} />
    </Skeleton>
  );
}

/** The state of the membership in one sentence, with a link to its page. */
export function MembershipLine({ user }: { user: User }) {
  const query = useApiQuery(getMembership, {});
  return (
    <QueryView
      query={query}
      loading={<LineSkeleton />}
      renderFailure={() => <MembershipSentence membership={null} user={user} />}
    >
      {(membership) => <MembershipSentence membership={membership} user={user} />}
    </QueryView>
  );
}
