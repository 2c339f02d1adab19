import { Button, Input, makeStyles } from "@fluentui/react-components";
import { ArrowDownRegular, ArrowUpRegular, DismissRegular } from "@fluentui/react-icons";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { platform } from "#renderer/platform/current-platform.ts";
import type { PageFind } from "#renderer/platform/platform.ts";
import { tokens } from "#renderer/theme/tokens.ts";

/** Time between the last key and the search. */
const typingPauseMs = 250;
/** After that the field can be used again without a result. */
const maxSearchMs = 500;

const useStyles = makeStyles({
  bar: {
    position: "fixed",
    top: "8px",
    right: "8px",
    zIndex: 1000,
    display: "flex",
    alignItems: "center",
    gap: "4px",
    padding: "6px",
    maxWidth: "calc(100vw - 16px)",
    boxSizing: "border-box",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
  },
  field: { minWidth: 0, width: "200px" },
  result: { minWidth: "8ch", textAlign: "center", fontSize: "14px", whiteSpace: "nowrap" },
});

type Result = { active: number; total: number };

/** Searches the page while the field is hidden: Chromium would also find the text in the field. */
function useFind(find: PageFind) {
  const bar = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState("");
  const [result, setResult] = useState<Result | null>(null);

  const release = () => {
    if (!bar.current?.inert) return;
    bar.current.inert = false;
    input.current?.focus(); // the search has moved the focus
  };
  const search = (words: string, backwards: boolean) => {
    clearTimeout(pause.current);
    if (words === "" || !bar.current) return;
    bar.current.inert = true;
    find.next(words, backwards);
    setTimeout(release, maxSearchMs);
  };
  const type = (words: string) => {
    clearTimeout(pause.current);
    setText(words);
    if (words !== "") {
      pause.current = setTimeout(() => search(words, false), typingPauseMs);
      return;
    }
    setResult(null);
    find.stop();
  };
  useEffect(() => {
    const stopListening = find.onFound((found) => {
      setResult(found);
      release();
    });
    return () => {
      clearTimeout(pause.current);
      stopListening();
      find.stop();
    };
  }, [find]);
  return { bar, input, text, type, result, go: (backwards: boolean) => search(text, backwards) };
}

type FindBarProps = {
  find: PageFind;
  /** Incremented whenever the user opens the search. */
  requests: number;
  onClose: () => void;
};

/** A search bar for the text of the page, for windows without the search of a browser. */
export function FindBar({ find, requests, onClose }: FindBarProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  const { bar, input, text, type, result, go } = useFind(find);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [requests, input]);
  const follow = ({ key, shiftKey }: KeyboardEvent) => {
    if (key === "Enter") go(shiftKey);
    if (key === "Escape") onClose();
  };
  return (
    <div ref={bar} role="search" className={styles.bar}>
      <Input
        input={{ ref: input, "aria-label": t("find.label") }}
        className={styles.field}
        value={text}
        maxLength={200}
        onChange={(_, { value }) => type(value)}
        onKeyDown={follow}
      />
      <span role="status" className={styles.result}>
        {result && (result.total > 0 ? t("find.result", result) : t("find.none"))}
      </span>
      <Button
        appearance="subtle"
        icon={<ArrowUpRegular />}
        aria-label={t("find.previous")}
        onClick={() => go(true)}
      />
      <Button
        appearance="subtle"
        icon={<ArrowDownRegular />}
        aria-label={t("find.next")}
        onClick={() => go(false)}
      />
      <Button
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={t("close")}
        onClick={onClose}
      />
    </div>
  );
}

/** Shows the search bar in the desktop app's window, once the user asks for it. */
export function FindInPage() {
  const { find } = platform;
  const [requests, setRequests] = useState(0);
  useEffect(() => find?.onRequest(() => setRequests((count) => count + 1)), [find]);
  if (!find || requests === 0) return null;
  return <FindBar find={find} requests={requests} onClose={() => setRequests(0)} />;
}
