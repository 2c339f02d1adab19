import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { showInRow } from "#renderer/components/scroll-row.ts";
import { tokens } from "#renderer/theme/tokens.ts";

/** Background and text colour swapped, which contrasts in both themes. */
const inverted = {
  backgroundColor: tokens.colorNeutralForeground1,
  color: tokens.colorNeutralBackground1,
};

const useStyles = makeStyles({
  chip: {
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
});

type FilterChipProps = {
  isChosen: boolean;
  onToggle: () => void;
  /** What screen readers call it, where the text is a symbol; begins with the text. */
  label?: string;
  children: ReactNode;
};

/** A round button that turns a filter on or off. In a row that scrolls it is brought into view when focused. */
export function FilterChip({ isChosen, onToggle, label, children }: FilterChipProps) {
  const styles = useStyles();
  return (
    <Button
      shape="circular"
      className={mergeClasses(styles.chip, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      aria-label={label}
      onFocus={({ currentTarget }) => {
        if (currentTarget.parentElement) showInRow(currentTarget.parentElement, currentTarget);
      }}
      onClick={onToggle}
    >
      {children}
    </Button>
  );
}
