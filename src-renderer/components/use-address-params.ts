import { useSearchParams } from "react-router-dom";

/** Returns the parameters of the address, and functions for others: an empty text removes one. */
export function useAddressParams<Name extends string>() {
  const [params, setParams] = useSearchParams();
  type Changes = Partial<Record<Name, string | null>>;
  const withChanges = (changes: Changes) => {
    const next = new URLSearchParams(params);
    for (const [name, text] of Object.entries<string | null | undefined>(changes)) {
      if (text) next.set(name, text);
      else next.delete(name);
    }
    return next;
  };
  return {
    params,
    /** Replaces the entry of the history. */
    change: (changes: Changes) => setParams(withChanges(changes), { replace: true }),
    linkTo: (changes: Changes) => `?${withChanges(changes).toString()}`,
  };
}
