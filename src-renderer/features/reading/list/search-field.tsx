import { makeStyles, SearchBox } from "@fluentui/react-components";
import { useEffect, useRef, useState, type RefObject } from "react";
import { filterLength } from "./list-filter.ts";

/** ms between the last key and the search. */
const typingPause = 300;

const useStyles = makeStyles({ field: { width: "100%", maxWidth: "420px", minHeight: "44px" } });

type SearchFieldProps = {
  label: string;
  value: string;
  onSearch: (words: string) => void;
  /** Called when Escape is pressed; browsers clear the field without it. */
  onEscape?: (field: HTMLInputElement) => void;
  /** Ref of the input, to focus it. */
  input: RefObject<HTMLInputElement | null>;
};

/** The search field: searches when typing pauses, and immediately on Enter or when it is cleared. */
export function SearchField({ label, value, onSearch, onEscape, input }: SearchFieldProps) {
  const styles = useStyles();
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const search = (words: string) => {
    if (words === searched.current) return;
    searched.current = words;
    onSearch(words);
  };
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), typingPause);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    // The filter was changed elsewhere: by the "clear" button or by a link.
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);
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
        onChange={(_, { value: typed }) => {
          setText(typed);
          if (typed === "") search("");
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") search(text.trim());
          if (event.key !== "Escape" || !onEscape) return;
          event.preventDefault();
          onEscape(event.currentTarget);
        }}
      />
    </div>
  );
}
