import { MemberList } from "./member-list.tsx";
import { MemberPage } from "./page/member-page.tsx";
import { useMembersAddress } from "./members-address.ts";

export { MessagesSection } from "./messages/messages-section.tsx";

/** The members, for admins: search them, open one, and act. The address names the search and the open member. */
export function MembersSection() {
  const { address } = useMembersAddress();
  return address.member ? <MemberPage key={address.member} id={address.member} /> : <MemberList />;
}
