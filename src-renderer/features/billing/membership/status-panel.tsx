import { makeStyles, Skeleton, SkeletonItem } from "@fluentui/react-components";
import type { ReactNode, Ref } from "react";
import { useTranslation } from "react-i18next";
import type { Membership } from "../../../../src-shared/api/billing.ts";
import { media, tokens } from "../../../theme/tokens.ts";
import { MembershipFacts } from "./membership-facts.tsx";
import { useMembershipState } from "./membership-state.ts";

const useStyles = makeStyles({
  panel: {
    display: "grid",
    gap: "24px",
    boxSizing: "border-box",
    minHeight: "260px",
    alignContent: "start",
    marginTop: "16px",
    padding: "32px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.phone]: { padding: "24px 20px" },
  },
  title: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "34px",
    margin: "0 0 8px",
  },
  text: { margin: 0, fontSize: "18px", lineHeight: "28px", maxWidth: "60ch" },
  actions: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "12px 24px" },
  line: { width: "min(100%, 360px)" },
});

type StatusPanelProps = {
  membership: Membership;
  /** The heading, which takes the focus when the state has changed under the user's hand. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** What one can do about it. */
  children?: ReactNode;
};

/** How a membership stands: in words, in dates, and what to do about it. */
export function StatusPanel({ membership, headingRef, children }: StatusPanelProps) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const state = useMembershipState(membership);
  return (
    <section aria-labelledby="membership-status" className={styles.panel}>
      <div>
        <h2 id="membership-status" tabIndex={-1} ref={headingRef} className={styles.title}>
          {t(`status.${state}.title`)}
        </h2>
        <p className={styles.text}>{t(`status.${state}.text`)}</p>
      </div>
      <MembershipFacts membership={membership} />
      <div className={styles.actions}>{children}</div>
    </section>
  );
}

/** The panel on its way. */
export function StatusPanelSkeleton() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <Skeleton aria-label={t("loading")} className={styles.panel}>
      <SkeletonItem size={32} className={styles.line} />
      <SkeletonItem size={16} />
      <SkeletonItem size={48} className={styles.line} />
      <SkeletonItem size={40} className={styles.line} />
    </Skeleton>
  );
}
