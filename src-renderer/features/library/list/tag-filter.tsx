import {
  Button,
  makeStyles,
  mergeClasses,
  Skeleton,
  SkeletonItem,
} from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { tokens } from "../../../theme/tokens.ts";

/** Background and text colour swapped, which contrasts in both themes. */
const inverted = {
  backgroundColor: tokens.colorNeutralForeground1,
  color: tokens.colorNeutralBackground1,
};

const useStyles = makeStyles({
  tags: { display: "flex", flexWrap: "wrap", gap: "8px" },
  tag: {
    minWidth: 0,
    minHeight: "44px",
    fontWeight: 400,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  chosen: {
    ...inverted,
    ":hover": inverted,
    ":hover:active": inverted,
  },
  count: { marginLeft: "8px", color: tokens.colorNeutralForeground3, fontSize: "14px" },
  chosenCount: { color: "inherit" },
  waiting: { width: "112px", height: "44px", borderRadius: tokens.borderRadiusCircular },
});

type Tag = { id: string; name: string; count: number };
type TagFilterProps = {
  tags: readonly Tag[] | undefined;
  chosen: string;
  onChoose: (id: string) => void;
};

/** Topics to filter by, one at a time; pressing the chosen one again removes the filter. */
export function TagFilter({ tags, chosen, onChoose }: TagFilterProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  if (!tags) {
    return (
      <Skeleton aria-hidden="true" className={styles.tags}>
        {Array.from({ length: 7 }, (_, i) => (
          <SkeletonItem key={i} className={styles.waiting} />
        ))}
      </Skeleton>
    );
  }
  return (
    <div role="group" aria-label={t("topics")} className={styles.tags}>
      {tags.map(({ id, name, count }) => (
        <Button
          key={id}
          shape="circular"
          className={mergeClasses(styles.tag, id === chosen && styles.chosen)}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id === chosen ? "" : id)}
        >
          {name}
          <span
            aria-hidden="true"
            className={mergeClasses(styles.count, id === chosen && styles.chosenCount)}
          >
            {count}
          </span>
        </Button>
      ))}
    </div>
  );
}
