import { ImportPage } from "./import/import-page.tsx";
import { MemberList } from "./member-list.tsx";
import { MemberPage } from "./page/member-page.tsx";
import { useMembersAddress } from "./members-address.ts";

export { MessagesSection } from "./messages/messages-section.tsx";
export { ReadersSection } from "./readers/readers-section.tsx";

/** The members, for admins: search them, open one, act, and bring those of another site along. The address names what is open. */
export function MembersSection() {
  const { address } = useMembersAddress();
  if (address.import) return <ImportPage key={address.import} id={address.import} />;
  return address.member ? <MemberPage key={address.member} id={address.member} /> : <MemberList />;
}
