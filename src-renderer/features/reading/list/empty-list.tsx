import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { ContentKind } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { motifOfKind } from "#renderer/components/cover-art/motif-art.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { EmptyState } from "#renderer/components/states.tsx";

const useStyles = makeStyles({ elsewhere: { overflowWrap: "anywhere", minHeight: "24px" } });

/** Says that nothing matches, or nothing was published yet. Leads to the search over everything. */
export function EmptyList({
  kind,
  words,
  onClear,
}: {
  kind: ContentKind;
  words: string;
  onClear: (() => void) | null;
}) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const texts = onClear ? "nothingFound" : "nothingYet";
  const action = onClear && (
    <>
      {words !== "" && (
        <TextLink
          className={styles.elsewhere}
          to={`${routePath("search")}?${new URLSearchParams({ q: words }).toString()}`}
        >
          {t("searchEverything", { words })}
        </TextLink>
      )}
      <Button size="large" onClick={onClear}>
        {t("clearFilter")}
      </Button>
    </>
  );
  return (
    <EmptyState
      motif={motifOfKind[kind]}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`)}
      action={action}
    />
  );
}
