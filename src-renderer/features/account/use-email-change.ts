import { useState } from "react";
import {
  confirmEmailChange,
  getEmailChange,
  resendEmailCode,
  withdrawEmailChange,
  type MailedCode,
} from "../../../src-shared/api/account.ts";
import { call } from "../../api-client/client.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { setUser } from "../../session/session-store.ts";

/** What became of a change of address that waited for its code. */
export type Outcome = "done" | "withdrawn" | "over" | "taken";

/** What has happened in this page, `at` that time (ms); before that the server knows whether a change waits. */
type Here =
  | { change: MailedCode; isRenewed: boolean; at: number }
  | { outcome: Outcome; typed: string };

/** The change of address that waits for its code: asked for just now, or before a reload. */
export function useEmailChange() {
  const asked = useApiQuery(getEmailChange, { silent: true }, { staleTime: 0 });
  const [here, setHere] = useState<Here | null>(null);
  // A change of the password drops it: the server, asked again since then, knows of none.
  const isDropped = (at: number) => asked.dataUpdatedAt > at && asked.data?.change === null;
  const begun = here && "change" in here && !isDropped(here.at) ? here : null;
  const change = here ? (begun?.change ?? null) : (asked.data?.change ?? null);

  const end = (outcome: Outcome): null => {
    setHere({ outcome, typed: outcome === "done" ? "" : (change?.email ?? "") });
    return null;
  };
  return {
    change,
    /** Whether the code was asked for with the form of this page. */
    isBegunHere: begun !== null && !begun.isRenewed,
    isLoading: here === null && asked.isPending,
    outcome: here && "outcome" in here ? here.outcome : null,
    /** The address that was asked for in vain and may have to be corrected. */
    typed: here && "typed" in here ? here.typed : "",
    begin: (asking: MailedCode) => setHere({ change: asking, isRenewed: false, at: Date.now() }),
    /** Makes the new address count. Resolves to the failure that is to be shown. */
    confirm: async (code: string) => {
      const { data, error } = await call(confirmEmailChange, { body: { code } });
      if (error?.code === "change-over") return end("over");
      if (error?.code === "address-taken") return end("taken");
      if (error) return error;
      setUser(data);
      return end("done");
    },
    /** Has another code mailed. Resolves to the failure that is to be shown. */
    resend: async () => {
      const { data, error } = await call(resendEmailCode, {});
      if (error?.code === "change-over") return end("over");
      if (error) return error;
      setHere({ change: data, isRenewed: true, at: Date.now() });
      return null;
    },
    withdraw: async () => {
      const { error } = await call(withdrawEmailChange, {});
      if (!error) end("withdrawn");
    },
  };
}
