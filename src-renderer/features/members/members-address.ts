import {
  memberSort,
  memberStates,
  newestFirst,
  type MemberSort,
  type MemberState,
} from "#shared/api/members.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";

/** What the address of the section names: the search, and the member or the import that is open. */
export type MembersAddress = {
  query: string;
  status: MemberState | null;
  sort: MemberSort;
  member: string | null;
  /** Id of an import of members, or "new". */
  import: string | null;
  /** The step of an import that was not started yet. */
  step: "columns" | "check";
};

/** Returns the values in the address, and functions for other ones; the search survives opening a member or an import. */
export function useMembersAddress() {
  const { params, change, linkTo } = useAddressParams<keyof MembersAddress>();
  const address: MembersAddress = {
    query: params.get("query") ?? "",
    status: memberStates.find((state) => state === params.get("status")) ?? null,
    sort: memberSort.safeParse(params.get("sort")).data ?? newestFirst,
    member: params.get("member"),
    import: params.get("import"),
    step: params.get("step") === "check" ? "check" : "columns",
  };
  return { address, linkTo, search: change };
}
