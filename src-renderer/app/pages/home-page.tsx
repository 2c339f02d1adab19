import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { MemberHome } from "./home/member-home.tsx";
import { PublicHome } from "./home/public-home.tsx";

/** The home page: of members, or of the public site. */
export default function HomePage() {
  return useIsActiveMember() ? <MemberHome /> : <PublicHome />;
}
