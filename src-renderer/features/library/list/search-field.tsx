import { makeStyles, SearchBox } from "@fluentui/react-components";
import { useEffect, useRef, useState, type RefObject } from "react";
import { filterLength } from "./list-filter.ts";

/** ms after the last key until the list is asked. */
const typingPause = 300;

const useStyles = makeStyles({ field: { width: "100%", maxWidth: "420px", minHeight: "44px" } });

type SearchFieldProps = {
  label: string;
  value: string;
  onSearch: (words: string) => void;
  /** The field, for those who want to put the focus there. */
  input: RefObject<HTMLInputElement | null>;
};

/** Words to look for: handed on once typing pauses, at once when cleared or sent with Enter. */
export function SearchField({ label, value, onSearch, input }: SearchFieldProps) {
  const styles = useStyles();
  const [text, setText] = useState(value);
  const handedOn = useRef(value);
  const search = (words: string) => {
    if (words === handedOn.current) return;
    handedOn.current = words;
    onSearch(words);
  };
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), typingPause);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    // The filter was changed from elsewhere: by "clear", or by a link.
    if (value === handedOn.current) return;
    handedOn.current = value;
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
        }}
      />
    </div>
  );
}
