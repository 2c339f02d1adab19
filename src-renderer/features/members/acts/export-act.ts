import { useTranslation } from "react-i18next";
import { exportMembers } from "#shared/api/member-acts.ts";
import { call } from "#renderer/api-client/client.ts";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import type { Act } from "./act-dialog.tsx";
import { usePasswordField } from "./membership-acts.ts";
import type { MembersAddress } from "../members-address.ts";

/** Returns how the members that a search finds are saved as a file. */
export function useExportAct({ query, status }: MembersAddress): Act {
  const { t } = useTranslation(["members", "forms"]);
  return {
    id: "export",
    title: t("export.title"),
    action: t("export.action"),
    texts: [t("export.text")],
    fields: [usePasswordField()],
    values: { password: "" },
    check: ({ password }) => (password === "" ? { password: t("forms:required") } : null),
    send: async ({ password = "" }) => {
      const body = { password, ...(query && { query }), ...(status && { status }) };
      const { data, error } = await call(exportMembers, { body });
      if (error) return { failure: error };
      // The answer to a file's endpoint is a Blob.
      saveAsFile(`members-${new Date().toISOString().slice(0, 10)}.csv`, data as Blob);
      return { failure: null, outcome: { text: t("export.done") } };
    },
  };
}
