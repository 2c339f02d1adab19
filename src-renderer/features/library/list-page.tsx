import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ContentKind } from "../../../src-shared/api/library.ts";
import { routePath } from "../../../src-shared/routes.ts";
import { TextLink } from "../../components/links.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, ErrorState } from "../../components/states.tsx";
import { useIsActiveMember } from "../../session/session-store.ts";
import { tokens } from "../../theme/tokens.ts";
import { motifOfKind } from "./kinds.ts";
import { useListFilter } from "./list-filter.ts";
import { SearchField } from "./search-field.tsx";
import { TagFilter } from "./tag-filter.tsx";
import { TeaserList, useGridStyles } from "./teaser-list.tsx";
import { TeaserSkeleton } from "./teaser-skeleton.tsx";
import { useTeasers } from "./use-teasers.ts";

const useStyles = makeStyles({
  tools: { display: "grid", gap: "16px", margin: "32px 0 16px" },
  total: { margin: "0 0 24px", minHeight: "24px", color: tokens.colorNeutralForeground2 },
  body: { minHeight: "70vh" },
  outdated: { opacity: 0.6 },
});

/** Tells those without a membership what is free and what is not. */
function MembersNote() {
  const { t } = useTranslation("library");
  return (
    <Notice>
      <p>
        {t("membersNote.text")}{" "}
        <TextLink to={routePath("memberships")}>{t("membersNote.action")}</TextLink>
      </p>
    </Notice>
  );
}

/** The cards that are on their way. */
function ListSkeleton({ withLead }: { withLead: boolean }) {
  const grid = useGridStyles();
  return (
    <div className={grid.grid}>
      {withLead && (
        <div className={grid.whole}>
          <TeaserSkeleton look="lead" />
        </div>
      )}
      {Array.from({ length: 6 }, (_, i) => (
        <TeaserSkeleton key={i} />
      ))}
    </div>
  );
}

/** Nothing matches, or nothing was published yet. */
function EmptyList({ kind, onClear }: { kind: ContentKind; onClear: (() => void) | null }) {
  const { t } = useTranslation("library");
  const texts = onClear ? "nothingFound" : "nothingYet";
  const action = onClear && (
    <Button size="large" onClick={onClear}>
      {t("clearFilter")}
    </Button>
  );
  return (
    <EmptyState
      motif={motifOfKind(kind)}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`)}
      action={action}
    />
  );
}

function Results({ kind }: { kind: ContentKind }) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const { filter, filtered, change } = useListFilter();
  const search = useRef<HTMLInputElement>(null);
  const teasers = useTeasers(kind, filter);
  const first = teasers.data?.pages[0];
  const items = teasers.data?.pages.flatMap((page) => page.items) ?? [];
  const total = first?.total ?? 0;
  const body = () => {
    if (first && total === 0) {
      const clear = () => {
        change({ q: "", tag: "" });
        search.current?.focus();
      };
      return <EmptyList kind={kind} onClear={filtered ? clear : null} />;
    }
    if (first) return <TeaserList {...{ items, total, teasers }} withLead={!filtered} />;
    if (!teasers.isError) return <ListSkeleton withLead={!filtered} />;
    return <ErrorState kind={teasers.error.failure.kind} onRetry={() => void teasers.refetch()} />;
  };
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          input={search}
          label={t(`search.${kind}`)}
          value={filter.q}
          onSearch={(q) => change({ q })}
        />
        <TagFilter
          tags={first?.tags ?? (teasers.isError ? [] : undefined)}
          chosen={filter.tag}
          onChoose={(tag) => change({ tag })}
        />
      </div>
      <p role="status" className={styles.total}>
        {first && t(filtered ? "matching" : `total.${kind}`, { count: total })}
      </p>
      <div className={mergeClasses(styles.body, teasers.isPlaceholderData && styles.outdated)}>
        {body()}
      </div>
    </>
  );
}

/** The list of a kind: teasers to search and to narrow (specification, section 2). */
export function ListPage({ kind }: { kind: ContentKind }) {
  const { t } = useTranslation(["titles", "brand"]);
  const member = useIsActiveMember();
  return (
    <Page title={t(kind)} lead={t(`brand:library.${kind}`)}>
      {!member && <MembersNote />}
      <Results kind={kind} />
    </Page>
  );
}
