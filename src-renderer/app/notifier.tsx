import { Button, FluentProvider, makeStyles } from "@fluentui/react-components";
import { DiamondDismissFilled, DismissRegular } from "@fluentui/react-icons";
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { notificationTheme } from "../theme/notification-theme.ts";
import { media, tokens } from "../theme/tokens.ts";
import { useNotificationPlace } from "./notification-place.ts";
import { dismiss, useNotifications } from "./notifications.ts";

/** ms for which a notification is shown; the pointer or the focus on it stops the clock. */
const shownFor = 8_000;

/** Notifications shown at a time; the others wait. */
const limit = 4;

/** Exempts an element from Fluent's dialogs, which hide everything else from screen readers. */
const neverHidden = { "data-tabster-never-hide": "" };

const useStyles = makeStyles({
  // Above Fluent's dialogs, drawers and menus, whose z-index is 1,000,000.
  layer: { position: "relative", zIndex: 1_000_001, backgroundColor: "transparent" },
  list: {
    position: "fixed",
    bottom: 0,
    insetInlineEnd: "20px",
    width: "292px",
    maxWidth: "calc(100vw - 40px)",
    margin: 0,
    padding: 0,
    display: "grid",
    gap: "16px",
    listStyleType: "none",
    pointerEvents: "none",
  },
  item: {
    boxSizing: "border-box",
    display: "grid",
    gridTemplateColumns: "auto 1fr auto",
    gap: "6px 8px",
    padding: "12px",
    borderRadius: tokens.borderRadiusMedium,
    boxShadow: tokens.shadow8,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    overflowWrap: "anywhere",
    pointerEvents: "all",
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: "200ms",
    [media.reducedMotion]: { animationName: "none" },
  },
  icon: { marginTop: "2px", color: tokens.colorStatusDangerForeground1 },
  title: { fontWeight: 600 },
  text: { gridColumnStart: 2 },
  reference: { gridColumnStart: 2, fontSize: tokens.fontSizeBase200, userSelect: "all" },
});

type NotificationProps = { text: string; reference: string | undefined; onClose: () => void };

function Notification({ text, reference, onClose }: NotificationProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  const title = useId();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => close.current(), shownFor);
    return () => clearTimeout(timer);
  }, [isPaused]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover and focus only pause its timer
    <li
      aria-labelledby={title}
      className={styles.item}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <DiamondDismissFilled className={styles.icon} aria-hidden />
      <span id={title} className={styles.title}>
        {t("apiError.title")}
      </span>
      <Button
        appearance="transparent"
        size="small"
        icon={<DismissRegular />}
        aria-label={t("apiError.dismiss")}
        onClick={onClose}
      />
      <span className={styles.text}>{text || t("apiError.unexpected")}</span>
      {reference && (
        <span className={styles.reference}>{t("apiError.reference", { reference })}</span>
      )}
    </li>
  );
}

/** Returns the focus to where it was before it entered the notifications, once the last one closes. */
function useFocusReturn() {
  const origin = useRef<Element | null>(null);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget;
  };
  const leave = () => {
    if (origin.current instanceof HTMLElement) origin.current.focus();
  };
  const leaveItem = (list: Element | null) => {
    if (!list?.contains(document.activeElement)) return;
    const other = [...list.children].find((item) => !item.contains(document.activeElement));
    const button = other?.querySelector("button");
    if (button) button.focus();
    else leave();
  };
  return { onFocus, leave, leaveItem };
}

/**
 * Shows failed API calls as dark notifications titled 'API Error'. They are above everything else, and
 * outside the page, which an open dialog hides from screen readers. Part of the shell, since the most
 * common failure is a lost connection.
 */
export function Notifier() {
  const styles = useStyles();
  const { t } = useTranslation();
  const messages = useNotifications((state) => state.messages).slice(0, limit);
  const list = useRef<HTMLUListElement>(null);
  useNotificationPlace(list, messages.length);
  const { onFocus, leave, leaveItem } = useFocusReturn();
  const close = (id: number) => {
    leaveItem(list.current);
    dismiss(id);
  };
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    leave();
    for (const { id } of messages) dismiss(id);
  };
  // A landmark while it has content, by which screen readers find the notifications.
  const landmark =
    messages.length === 0 ? {} : { role: "region", "aria-label": t("apiError.region") };
  return createPortal(
    <FluentProvider theme={notificationTheme} className={styles.layer} {...neverHidden}>
      <div {...landmark}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape for the buttons in it */}
        <ul
          ref={list}
          aria-live="assertive"
          aria-relevant="additions"
          className={styles.list}
          onFocus={onFocus}
          onKeyDown={closeByKey}
        >
          {messages.map(({ id, text, reference }) => (
            <Notification key={id} text={text} reference={reference} onClose={() => close(id)} />
          ))}
        </ul>
      </div>
    </FluentProvider>,
    document.body,
  );
}
