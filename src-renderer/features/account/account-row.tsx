import { Button, makeStyles } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { SettingRow } from "#renderer/components/setting-row.tsx";
import { useHashTarget } from "#renderer/components/use-hash-target.ts";
import type { AccountSectionId } from "./account-address.ts";

const useStyles = makeStyles({
  target: { scrollMarginTop: "84px" },
  body: {
    maxWidth: "480px",
    padding: "8px 0 16px",
    outlineStyle: "none",
    "> p:first-child": { margin: "0 0 20px" },
  },
});

/** What a row shows before its value is known; it keeps the height. */
const unknown = "\u00a0";

/** The words of the button, while the row is closed and while it is open; keys of `row` in the texts. */
const buttons = {
  form: ["change", "cancel"],
  first: ["set", "cancel"],
  settings: ["change", "close"],
  list: ["show", "close"],
} as const;

type AccountRowProps = {
  id: Exclude<AccountSectionId, "membership">;
  /** Undefined until it is known. */
  value: string | undefined;
  /** Whether it could not be loaded. */
  isMissing?: boolean;
  /** What the button opens; only a form can be cancelled. */
  opens?: keyof typeof buttons;
  /** Whether the row is open and stays so: something waits for the user in it. */
  isWaiting?: boolean;
  /** Whether what is in the row outlives its closing, such as an address that is shown only once. */
  isKept?: boolean;
  /** Renders what the row opens; `finish` closes it and says what was done. */
  children: (finish: (done: string) => void) => ReactNode;
};

/** Opens and closes a row. The focus goes to its first field, and back to its button. */
function useOpening(id: AccountSectionId, isWaiting: boolean) {
  const location = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [followed, setFollowed] = useState("");
  // The key too: the same link can be followed again after the row was closed.
  const link = `${location.key}${location.hash}`;
  if (link !== followed) {
    setFollowed(link);
    if (location.hash === `#${id}`) setOpen(true);
  }
  if (isWaiting && !isOpen) setOpen(true);
  const button = useRef<HTMLButtonElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    if (isOpen && wasPressed.current) {
      const field = body.current?.querySelector<HTMLElement>("input, select, textarea");
      (field ?? body.current)?.focus();
    }
    wasPressed.current = false;
  }, [isOpen]);
  useEffect(() => {
    const opened = body.current;
    if (!isOpen || isWaiting || !opened) return;
    // What is pressed in a dialog of the row does not come here: it is elsewhere in the document.
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    opened.addEventListener("keydown", closeOnEscape);
    return () => opened.removeEventListener("keydown", closeOnEscape);
  }, [isOpen, isWaiting]);
  const open = () => {
    wasPressed.current = true;
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return { isOpen, open, close, button, body };
}

/** One part of the account, with an anchor: what it is now, and a button that opens its form in place. */
export function AccountRow(props: AccountRowProps) {
  const { id, value, isMissing = false, opens = "settings", children } = props;
  const { isWaiting = false, isKept = false } = props;
  const styles = useStyles();
  const { t } = useTranslation("account");
  const target = useHashTarget<HTMLDivElement>(id);
  const { isOpen, open, close, button, body } = useOpening(id, isWaiting);
  const [wasOpened, setOpened] = useState(false);
  if (isOpen && !wasOpened) setOpened(true);
  const [done, setDone] = useState("");
  const name = t(`${id}.title`);
  const words = buttons[opens][isOpen ? 1 : 0];
  const toggle = () => {
    setDone("");
    if (isOpen) close();
    else open();
  };
  return (
    <div ref={target} id={id} className={styles.target}>
      <SettingRow
        name={name}
        value={value ?? (isMissing ? t("row.missing") : unknown)}
        isCompact
        action={
          !isWaiting && (
            <Button ref={button} aria-label={t(`row.${words}Of`, { name })} onClick={toggle}>
              {t(`row.${words}`)}
            </Button>
          )
        }
      >
        {(isOpen || (isKept && wasOpened)) && (
          <div ref={body} tabIndex={-1} hidden={!isOpen} className={styles.body}>
            <p>{t(`${id}.text`)}</p>
            {children((text) => {
              setDone(text);
              close();
            })}
          </div>
        )}
        <FormSuccess>{done}</FormSuccess>
      </SettingRow>
    </div>
  );
}
