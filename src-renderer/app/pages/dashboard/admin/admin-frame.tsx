import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import {
  makeStyles,
  Menu,
  MenuButton,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  Overflow,
  OverflowItem,
  useIsOverflowItemVisible,
  useOverflowMenu,
} from "@fluentui/react-components";
import { useHref, useLinkClickHandler } from "react-router-dom";
import { Page } from "#renderer/components/page.tsx";
import { useFrame } from "#renderer/components/frame.ts";
import { TabLink, useTabStyles, type Tab } from "#renderer/components/tab-links.tsx";
import { PasswordDialog } from "#renderer/features/account/password-dialog.tsx";
import { AuditSection } from "#renderer/features/audit-trail/audit-section.tsx";
import { BoardSection } from "#renderer/features/board/board-section.tsx";
import { TrendsSection } from "#renderer/features/board/trends-section.tsx";
import { DiscountsSection } from "#renderer/features/discounts/discounts-section.tsx";
import { Checklist } from "#renderer/features/installation/checklist.tsx";
import { ServicesSection } from "#renderer/features/installation/services-section.tsx";
import {
  MembersSection,
  MessagesSection,
  ReadersSection,
} from "#renderer/features/members/members-section.tsx";
import { OrdersSection } from "#renderer/features/orders/orders-section.tsx";
import { SettingsSection } from "#renderer/features/settings/settings-section.tsx";
import { media } from "#renderer/theme/tokens.ts";
import { type AdminSection, adminPath, adminSections } from "../admin-section.ts";

const useStyles = makeStyles({
  root: { paddingTop: "12px", [media.phone]: { paddingTop: "4px" } },
  // Hides what overflows; the padding leaves room for the ring of a focused tab.
  tabs: { minWidth: 0, overflow: "hidden", gap: 0, padding: "0 4px", margin: "0 -4px" },
  // The gap to the next tab is padding of this one, since Overflow does not count gaps.
  tab: { flexShrink: 0, whiteSpace: "nowrap", paddingRight: "24px" },
  more: { flexShrink: 0, minHeight: "44px" },
});

function HiddenTab({ tab: { to, text, isCurrent } }: { tab: Tab }) {
  const isVisible = useIsOverflowItemVisible(to);
  const href = useHref(to);
  const follow = useLinkClickHandler(to);
  if (isVisible) return null;
  return (
    <MenuItemLink href={href} onClick={follow} {...(isCurrent && { "aria-current": "page" })}>
      {text}
    </MenuItemLink>
  );
}

/** Menu of the tabs that do not fit in the row. */
function MoreTabs({ tabs }: { tabs: readonly Tab[] }) {
  const styles = useStyles();
  const { t } = useTranslation();
  const { ref, isOverflowing } = useOverflowMenu<HTMLButtonElement>();
  if (!isOverflowing) return null;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton ref={ref} appearance="subtle" className={styles.more}>
          {t("more")}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {tabs.map((tab) => (
            <HiddenTab key={tab.to} tab={tab} />
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** The sections for admins in one row. Those that do not fit move into a menu, the current one last. */
export function AdminTabs({ current }: { current: AdminSection | null }) {
  const styles = useStyles();
  const row = useTabStyles();
  const { frame } = useFrame();
  const { t } = useTranslation(["admin", "titles"]);
  const tabs: Tab[] = adminSections.map((section) => ({
    to: adminPath(section),
    text: t(`sections.${section}`),
    isCurrent: current === section,
  }));
  return (
    <div className={mergeClasses(frame, styles.root)}>
      <Overflow padding={8}>
        <nav aria-label={t("titles:dashboard")} className={mergeClasses(row.tabs, styles.tabs)}>
          {tabs.map((tab) => (
            <OverflowItem key={tab.to} id={tab.to} priority={tab.isCurrent ? 1 : 0}>
              <div className={styles.tab}>
                <TabLink tab={tab} />
              </div>
            </OverflowItem>
          ))}
          <MoreTabs tabs={tabs} />
        </nav>
      </Overflow>
    </div>
  );
}

const contents: Record<AdminSection, ComponentType> = {
  members: MembersSection,
  readers: ReadersSection,
  messages: MessagesSection,
  orders: OrdersSection,
  discounts: DiscountsSection,
  trends: TrendsSection,
  // Exporting the audit trail asks for the password in the same dialog as the account.
  audit: () => <AuditSection AskPassword={PasswordDialog} />,
  settings: SettingsSection,
  services: ServicesSection,
};

/** What an admin's dashboard begins with: what is left to set up, and how the portal stands. */
export function AdminOverview() {
  return (
    <>
      <Checklist />
      <BoardSection />
    </>
  );
}

/** A section of the dashboard for admins, with its heading. Give it a `key`, so that a new section gets the focus. */
export function AdminSectionPage({ section }: { section: AdminSection }) {
  const { t } = useTranslation("admin");
  const Content = contents[section];
  return (
    <Page title={t(`sections.${section}`)}>
      <Content />
    </Page>
  );
}
