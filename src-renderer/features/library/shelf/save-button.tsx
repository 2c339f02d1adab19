import { useTranslation } from "react-i18next";
import type { Teaser } from "../../../../src-shared/api/library.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { useMutation } from "../../../components/use-mutation.ts";
import { shelfEntryQuery } from "../queries.ts";
import { SaveToggle } from "./save-toggle.tsx";
import { prepareShelf, shelfCode } from "./shelf-parts.ts";

/** Saves an entry for later, or removes it again: at once on screen, undone if the server refuses. */
export function SaveButton({ kind, slug }: Pick<Teaser, "kind" | "slug">) {
  const { t } = useTranslation();
  const isSaved = useApiQuery(...shelfEntryQuery(kind, slug)).data?.isSaved ?? false;
  const { failure, run } = useMutation(async () => {
    const at = new Date().toISOString();
    const code = await shelfCode.load().catch(() => null);
    code?.changeItem({ type: "saved", kind, slug, at, isKept: !isSaved });
    return code ? null : "not-loaded";
  });
  return (
    <>
      <SaveToggle isSaved={isSaved} onToggle={() => void run()} onPrepare={prepareShelf} />
      {failure && <span role="alert">{t("failed.text")}</span>}
    </>
  );
}
