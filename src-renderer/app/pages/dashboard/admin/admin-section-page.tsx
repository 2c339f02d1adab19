import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { Page } from "#renderer/components/page.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import type { AdminSection } from "../admin-section.ts";

const SectionPlaceholder = () => <LoadingLines lines={8} />;

/** The trail asks for the password as the account does. */
const loadAudit = async () => {
  const [{ AuditSection }, { PasswordDialog }] = await Promise.all([
    import("#renderer/features/audit-trail/audit-section.tsx"),
    import("#renderer/features/account/password-dialog.tsx"),
  ]);
  return { default: () => <AuditSection AskPassword={PasswordDialog} /> };
};

/** Members and messages are one chunk: they share the dialogs. */
const loadMembers = () => import("#renderer/features/members/members-section.tsx");

const contents: Record<AdminSection, ComponentType> = {
  members: lazyChunk(
    async () => ({ default: (await loadMembers()).MembersSection }),
    SectionPlaceholder,
  ),
  messages: lazyChunk(
    async () => ({ default: (await loadMembers()).MessagesSection }),
    SectionPlaceholder,
  ),
  orders: lazyChunk(
    async () => ({
      default: (await import("#renderer/features/orders/orders-section.tsx")).OrdersSection,
    }),
    SectionPlaceholder,
  ),
  discounts: lazyChunk(
    async () => ({
      default: (await import("#renderer/features/discounts/discounts-section.tsx"))
        .DiscountsSection,
    }),
    SectionPlaceholder,
  ),
  trends: lazyChunk(
    () => import("#renderer/features/board/trends-section.tsx"),
    SectionPlaceholder,
  ),
  audit: lazyChunk(loadAudit, SectionPlaceholder),
};

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
