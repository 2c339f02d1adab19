import { Button, makeStyles } from "@fluentui/react-components";
import { BookmarkFilled, BookmarkRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import type { Teaser } from "../../../../src-shared/api/library.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { useMutation } from "../../../components/use-mutation.ts";
import { media } from "../../../theme/tokens.ts";
import { shelfEntryQuery } from "../queries.ts";
import { prepareShelf, shelfCode } from "./shelf-parts.ts";

const useStyles = makeStyles({
  button: { minHeight: "44px", [media.print]: { display: "none" } },
});

type SaveButtonProps = Pick<Teaser, "kind" | "slug"> & {
  /** Whether it is saved, where the page knows without asking. */
  known?: boolean;
};

/** Saves an entry for later, or removes it again: at once on screen, undone if the server refuses. */
export function SaveButton({ kind, slug, known }: SaveButtonProps) {
  const styles = useStyles();
  const { t } = useTranslation(["library", "common"]);
  const query = shelfEntryQuery(kind, slug);
  const { data } = useApiQuery(...query, { enabled: known === undefined });
  const isSaved = data?.isSaved ?? known ?? false;
  const { failure, run } = useMutation(async () => {
    const at = new Date().toISOString();
    const parts = await shelfCode.load().catch(() => null);
    parts?.changeItem({ type: "saved", kind, slug, at, isKept: !isSaved });
    return parts ? null : "not-loaded";
  });
  return (
    <>
      <Button
        className={styles.button}
        aria-pressed={isSaved}
        icon={isSaved ? <BookmarkFilled /> : <BookmarkRegular />}
        onPointerEnter={prepareShelf}
        onFocus={prepareShelf}
        onClick={() => void run()}
      >
        {t(isSaved ? "saved" : "save")}
      </Button>
      {failure && <span role="alert">{t("common:failed.text")}</span>}
    </>
  );
}
