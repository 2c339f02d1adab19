import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { showInRow, useScrollRow } from "#renderer/components/scroll-row.ts";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import { FilterChip } from "./filter-chip.tsx";

const useStyles = makeStyles({
  count: { marginLeft: "8px", color: tokens.colorNeutralForeground3, fontSize: "14px" },
  chosenCount: { color: "inherit" },
  waiting: { width: "112px", height: "44px", borderRadius: tokens.borderRadiusCircular },
});

/** A topic, and of how many entries, where that is known. */
type Tag = { id: string; name: string; count?: number };
type TagFilterProps = {
  tags: readonly Tag[] | undefined;
  chosen: string;
  onChoose: (id: string) => void;
  /** How many topics are expected while they load. */
  expected?: number;
  /** Buttons before the topics. */
  children?: ReactNode;
};

/** Returns the ref of a row that is scrolled until its pressed button is in view. */
function usePressedInView(chosen: string, isThere: boolean) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pressed = row.current?.querySelector("[aria-pressed='true']");
    if (isThere && row.current && pressed) showInRow(row.current, pressed);
  }, [chosen, isThere]);
  return row;
}

/** Topics to filter by; pressing the chosen one again removes the filter. On phones one row that scrolls. */
export function TagFilter({ tags, chosen, onChoose, expected = 7, children }: TagFilterProps) {
  const styles = useStyles();
  const { row } = useScrollRow();
  const element = usePressedInView(chosen, tags !== undefined);
  const { t } = useTranslation("library");
  if (!tags) {
    return (
      <Skeleton aria-hidden="true" className={row}>
        {Array.from({ length: expected }, (_, i) => (
          <SkeletonItem key={i} className={styles.waiting} />
        ))}
      </Skeleton>
    );
  }
  return (
    <div ref={element} role="group" aria-label={t("topics")} className={row}>
      {children}
      {tags.map(({ id, name, count }) => (
        <FilterChip
          key={id}
          isChosen={id === chosen}
          onToggle={() => onChoose(id === chosen ? "" : id)}
        >
          {name}
          {count !== undefined && (
            <span
              aria-hidden="true"
              className={mergeClasses(styles.count, id === chosen && styles.chosenCount)}
            >
              {count}
            </span>
          )}
        </FilterChip>
      ))}
    </div>
  );
}
