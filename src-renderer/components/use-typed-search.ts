import { useEffect, useRef, useState } from "react";

/** Time between the last key and the search. */
const typingPauseMs = 300;

/** Hook: the text of a search field, searched for when typing pauses, or at once. It follows `value`. */
export function useTypedSearch(value: string, onSearch: (words: string) => void) {
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const search = (words: string) => {
    if (words === searched.current) return;
    searched.current = words;
    onSearch(words);
  };
  const page = useRef("");
  useEffect(() => void (page.current = window.location.pathname), []);
  useEffect(() => {
    const timer = setTimeout(() => {
      // A search of a page that is being left would lead back to it.
      if (window.location.pathname === page.current) search(text.trim());
    }, typingPauseMs);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);
  return {
    text,
    type: (typed: string) => {
      setText(typed);
      if (typed === "") search("");
    },
    searchNow: () => search(text.trim()),
  };
}
