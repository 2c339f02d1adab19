import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useRef, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { User } from "#shared/api/user.ts";
import { routePath } from "#shared/routes.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { showInRow, useScrollRow } from "#renderer/components/scroll-row.ts";
import { useHashTarget } from "#renderer/components/use-hash-target.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { type AccountSectionId, accountSections } from "./account-address.ts";
import { Activity } from "./activity/activity.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { EmailChange } from "./email-change.tsx";
import { ExportData } from "./export-data.tsx";
import { CalendarAddress } from "./feeds/calendar-address.tsx";
import { OwnFeed } from "./feeds/own-feed.tsx";
import { WeeklyMail } from "./feeds/weekly-mail.tsx";
import { NameForm } from "./name-form.tsx";
import { PasskeySection } from "./passkeys/passkey-section.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import { SessionList } from "./session-list.tsx";

const useMembershipLinksStyles = makeStyles({
  links: { display: "grid", justifyItems: "start" },
  link: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
});

/** The ways to the overview of the membership, and for members to its management. */
function MembershipLinks() {
  const styles = useMembershipLinksStyles();
  const { t } = useTranslation("account");
  return (
    <div className={styles.links}>
      <TextLink to={routePath("membership")} className={styles.link}>
        {t("membership.overview")}
      </TextLink>
      {useIsActiveMember() && (
        <TextLink to={routePath("subscription")} className={styles.link}>
          {t("membership.manage")}
        </TextLink>
      )}
    </div>
  );
}

const useSectionStyles = makeStyles({
  section: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 240px) minmax(0, 480px)",
    gap: "16px 48px",
    padding: "40px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    "@media (max-width: 1280px)": { gridTemplateColumns: "minmax(0, 480px)" },
    [media.belowTablet]: { padding: "32px 0" },
  },
  title: { fontSize: "20px", lineHeight: "28px", marginBottom: "4px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

type SectionProps = {
  id: string;
  title: string;
  text: string;
  className?: string;
  children: ReactNode;
};

/** One part of the account, with an anchor. */
function Section({ id, title, text, className, children }: SectionProps) {
  const styles = useSectionStyles();
  const target = useHashTarget<HTMLElement>(id);
  return (
    <section
      ref={target}
      id={id}
      aria-labelledby={`${id}-title`}
      className={mergeClasses(styles.section, className)}
    >
      <div>
        <Heading level={2} size="label" id={`${id}-title`} className={styles.title}>
          {title}
        </Heading>
        <p className={styles.text}>{text}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

const useStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "200px minmax(0, 1fr)",
    gap: "24px 48px",
    alignItems: "start",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  nav: { position: "sticky", top: "84px", [media.belowTablet]: { position: "static" } },
  list: {
    listStyleType: "none",
    margin: 0,
    padding: 0,
    display: "flex",
    flexDirection: "column",
    gap: "2px",
    [media.belowTablet]: { flexDirection: "row", gap: "8px" },
  },
  anchor: {
    display: "flex",
    alignItems: "center",
    minHeight: "44px",
    padding: "0 12px",
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "none",
    ":hover": {
      backgroundColor: tokens.colorSubtleBackgroundHover,
      color: tokens.colorNeutralForeground1,
    },
    // Looks like the topics above a list there.
    [media.belowTablet]: {
      padding: "0 16px",
      border: `1px solid ${tokens.colorNeutralStroke1}`,
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorNeutralBackground2,
    },
  },
  /** Where the menu with "Log out" is behind a button. */
  identity: {
    display: "none",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "16px",
    margin: "-12px 0",
    overflowWrap: "anywhere",
    [media.belowTablet]: { display: "flex" },
  },
  logOut: { display: "inline-flex", alignItems: "center", flexShrink: 0, minHeight: "44px" },
  first: { borderTopStyle: "none", paddingTop: 0, [media.belowTablet]: { paddingTop: 0 } },
});

/** Links to the sections: a list on the left, one row on small screens. */
function SectionNav() {
  const styles = useStyles();
  const { row } = useScrollRow();
  const list = useRef<HTMLUListElement>(null);
  const { t } = useTranslation("account");
  return (
    <nav aria-label={t("title")} className={styles.nav}>
      <ul ref={list} className={mergeClasses(row, styles.list)}>
        {accountSections.map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={styles.anchor}
              onFocus={({ currentTarget }) => {
                if (list.current) showInRow(list.current, currentTarget);
              }}
            >
              {t(`${id}.title`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Identity({ user }: { user: User }) {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <div className={styles.identity}>
      {user.email}
      <TextLink to={routePath("logout")} className={styles.logOut}>
        {t("menu.logout")}
      </TextLink>
    </div>
  );
}

const forms = {
  membership: MembershipLinks,
  name: NameForm,
  email: EmailChange,
  password: PasswordForm,
  secondFactor: SecondFactorSection,
  passkeys: PasskeySection,
  sessions: SessionList,
  activity: Activity,
  feed: OwnFeed,
  calendar: CalendarAddress,
  weekly: WeeklyMail,
  export: ExportData,
  deletion: DeleteAccount,
} satisfies Record<AccountSectionId, ComponentType<{ user: User }>>;

/** The account: forms that are independent of each other, with links to each. */
export default function AccountSection({ user }: { user: User }) {
  const styles = useStyles();
  const { t } = useTranslation("account");
  return (
    <div className={styles.root}>
      <Identity user={user} />
      <SectionNav />
      <div>
        {accountSections.map((id, i) => {
          const Form = forms[id];
          return (
            <Section
              key={id}
              id={id}
              title={t(`${id}.title`)}
              text={t(`${id}.text`)}
              {...(i === 0 && { className: styles.first })}
            >
              <Form user={user} />
            </Section>
          );
        })}
      </div>
    </div>
  );
}
