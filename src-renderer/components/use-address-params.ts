import { useSearchParams } from "react-router-dom";

/** Returns the address's parameters and what changes some: an empty text removes one. No new entry in the history. */
export function useAddressParams<Name extends string>() {
  const [params, setParams] = useSearchParams();
  const change = (changes: Partial<Record<Name, string>>) => {
    const next = new URLSearchParams(params);
    for (const [name, text] of Object.entries<string | undefined>(changes)) {
      if (text) next.set(name, text);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  };
  return { params, change };
}
