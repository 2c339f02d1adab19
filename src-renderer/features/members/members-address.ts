import { useSearchParams } from "react-router-dom";
import {
  memberSort,
  memberStates,
  newestFirst,
  type MemberSort,
  type MemberState,
} from "#shared/api/members.ts";

/** What the address of the section names: the search, and the member who is open. */
export type MembersAddress = {
  query: string;
  status: MemberState | null;
  sort: MemberSort;
  member: string | null;
};

/** Returns what the address names, and addresses with other values beside it; the search survives opening a member. */
export function useMembersAddress() {
  const [params, setParams] = useSearchParams();
  const address: MembersAddress = {
    query: params.get("query") ?? "",
    status: memberStates.find((state) => state === params.get("status")) ?? null,
    sort: memberSort.safeParse(params.get("sort")).data ?? newestFirst,
    member: params.get("member"),
  };
  const withChanges = (changes: Partial<MembersAddress>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return next;
  };
  return {
    address,
    /** Returns a link within the section. */
    linkTo: (changes: Partial<MembersAddress>) => `?${withChanges(changes).toString()}`,
    /** Changes the search, in place of the present address. */
    search: (changes: Partial<MembersAddress>) =>
      setParams(withChanges(changes), { replace: true, preventScrollReset: true }),
  };
}
