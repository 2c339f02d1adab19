import { makeStyles, SearchBox } from "@fluentui/react-components";
import type { RefObject } from "react";
import { useTypedSearch } from "#renderer/components/use-typed-search.ts";
import { filterLength } from "./list-filter.ts";

const useStyles = makeStyles({ field: { width: "100%", maxWidth: "420px", minHeight: "44px" } });

type SearchFieldProps = {
  label: string;
  value: string;
  onSearch: (words: string) => void;
  /** Called when Escape is pressed; browsers clear the field without it. */
  onEscape?: (field: HTMLInputElement) => void;
  input: RefObject<HTMLInputElement | null>;
};

/** The search field: searches when typing pauses, and immediately on Enter or when it is cleared. */
export function SearchField({ label, value, onSearch, onEscape, input }: SearchFieldProps) {
  const styles = useStyles();
  const { text, type, searchNow } = useTypedSearch(value, onSearch);
  return (
    <div role="search">
      <SearchBox
        ref={input}
        aria-label={label}
        placeholder={label}
        size="large"
        className={styles.field}
        maxLength={filterLength.q}
        value={text}
        onChange={(_, { value: typed }) => type(typed)}
        onKeyDown={(event) => {
          if (event.key === "Enter") searchNow();
          if (event.key !== "Escape" || !onEscape) return;
          event.preventDefault();
          onEscape(event.currentTarget);
        }}
      />
    </div>
  );
}
