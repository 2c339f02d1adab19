import { makeStyles, SearchBox } from "@fluentui/react-components";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { memberQueryLength, memberStates, type MemberState } from "#shared/api/members.ts";
import { useTypedSearch } from "#renderer/components/use-typed-search.ts";
import { FilterChip } from "#renderer/features/reading/index.ts";

const useStyles = makeStyles({
  field: { width: "100%", maxWidth: "520px", minHeight: "44px" },
  states: { display: "flex", flexWrap: "wrap", gap: "8px", marginTop: "16px" },
});

type MemberSearchProps = {
  query: string;
  /** The query whose results are on screen; null while they load. */
  shownQuery: string | null;
  status: MemberState | null;
  onSearch: (changes: { query?: string; status?: MemberState | null }) => void;
  /** Called after the arrow down was pressed in the field, as soon as the results of its text are on screen. */
  onDown: () => void;
};

/** The search field, which has the focus at once, and the filter by state. */
export function MemberSearch({ query, shownQuery, status, onSearch, onDown }: MemberSearchProps) {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const { text, type, searchNow } = useTypedSearch(query, (words) => onSearch({ query: words }));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const goesDown = useRef(false);
  const goDown = () => {
    if (!goesDown.current || shownQuery !== text.trim()) return;
    goesDown.current = false;
    onDown();
  };
  useEffect(goDown);
  const onKeyDown = (event: KeyboardEvent) => {
    const isDown = event.key === "ArrowDown";
    if (isDown || event.key === "Enter") searchNow();
    goesDown.current = isDown;
    if (!isDown) return;
    event.preventDefault();
    goDown();
  };
  return (
    <div role="search">
      <SearchBox
        ref={input}
        aria-label={t("search")}
        placeholder={t("search")}
        size="large"
        className={styles.field}
        maxLength={memberQueryLength}
        value={text}
        onChange={(_, { value }) => type(value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          goesDown.current = false;
        }}
      />
      <div role="group" aria-label={t("status.label")} className={styles.states}>
        {[null, ...memberStates].map((state) => (
          <FilterChip
            key={state}
            isChosen={state === status}
            onToggle={() => onSearch({ status: state })}
          >
            {t(`status.${state ?? "all"}`)}
          </FilterChip>
        ))}
      </div>
    </div>
  );
}
