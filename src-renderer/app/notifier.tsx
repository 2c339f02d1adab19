import {
  Button,
  FluentProvider,
  Toast,
  ToastBody,
  Toaster,
  ToastTitle,
  ToastTrigger,
  makeStyles,
  useId,
  useToastController,
} from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useEffect, useRef, type FocusEvent, useLayoutEffect, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { notificationTheme } from "#renderer/theme/notification-theme.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { removeNotification, useNotifications } from "./notifications.ts";

/** px between a notification and the window's edge. */
const edge = 16;

/** px between two places that are tried. */
const step = 8;

const controls =
  "a[href], button, input, select, textarea, summary, video[controls], [tabindex='0'], [role=alert]";

/** What is covered only if no place is left that does not: menus, what an open dialog asks for, and the focus. */
const vital = ":is(header, nav, [role=dialog]) *, :focus";

/** How bad it is to cover something: a menu's entry is worse than the reason of a refused form, and that than another control. */
const costOf = (control: Element) =>
  control.matches(vital) ? 100 : control.matches("[role=alert]") ? 10 : 1;

type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether a control can be pressed, but for the notifications above it. */
function isReachable(control: Element, list: Element): boolean {
  const { left, top, width, height } = control.getBoundingClientRect();
  if (width === 0 || height === 0) return false;
  const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
  const first = stack.find((element) => !list.contains(element));
  return first !== undefined && (control.contains(first) || first.contains(control));
}

/** Time after which what is below the notifications is checked again: dialogs move in, and lists are loaded. */
const pollIntervalMs = 300;

/** Returns px from the bottom of the window where the list covers the fewest controls, as low as possible. */
function freeOffset(list: Element): number {
  const { left, right, height, bottom } = list.getBoundingClientRect();
  const others = [...document.querySelectorAll(controls)]
    .filter((control) => !list.contains(control) && isReachable(control, list))
    .map((control) => ({
      box: control.getBoundingClientRect(),
      cost: costOf(control),
    }));
  const places = [Math.max(edge, innerHeight - bottom)];
  for (let place = edge; place <= innerHeight - height - edge; place += step) places.push(place);
  const costs = places.map((place) => {
    const top = innerHeight - place - height;
    return others
      .filter(({ box }) => overlap(box, { left, right, top, bottom: top + height }))
      .reduce((sum, { cost }) => sum + cost, 0);
  });
  return places[costs.indexOf(Math.min(...costs))] ?? edge;
}

/** Moves the list by `translate`, which is no shift of the layout. */
const stand = (list: HTMLElement) => {
  list.style.translate = `0 ${-freeOffset(list)}px`;
};

/** Places a list of notifications where it covers no control. It does not move from under a pointer. */
function useNotificationOffset(list: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    if (list.current && count > 0) stand(list.current);
  }, [list, count]);
  useEffect(() => {
    if (count === 0) return undefined;
    const move = () => {
      const shown = list.current;
      if (!shown || shown.matches(":hover") || shown.contains(document.activeElement)) return;
      stand(shown);
    };
    const timer = setInterval(move, pollIntervalMs);
    document.addEventListener("focusin", move);
    return () => {
      clearInterval(timer);
      document.removeEventListener("focusin", move);
    };
  }, [list, count]);
}

/** Time for which a notification is shown; the pointer or the focus on it stops the clock. */
const shownForMs = 8_000;

/** Notifications shown at a time; the others wait. */
const limit = 4;

/** Exempts an element from Fluent's dialogs, which hide everything else from screen readers. */
const neverHidden = { "data-tabster-never-hide": "" };

const useStyles = makeStyles({
  // Above Fluent's dialogs, drawers and menus, whose z-index is 1,000,000.
  layer: { position: "relative", zIndex: 1_000_001, backgroundColor: "transparent" },
  place: {
    position: "fixed",
    bottom: 0,
    insetInlineEnd: "20px",
    width: "292px",
    maxWidth: "calc(100vw - 40px)",
    pointerEvents: "none",
  },
  list: { position: "static", width: "auto" },
  text: { overflowWrap: "anywhere" },
  reference: { fontSize: tokens.fontSizeBase200, userSelect: "all" },
});

type NotificationProps = { text: string; reference: string | undefined };

function Notification({ text, reference }: NotificationProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  const dismiss = (
    <ToastTrigger>
      <Button
        appearance="transparent"
        size="small"
        icon={<DismissRegular />}
        aria-label={t("apiError.dismiss")}
      />
    </ToastTrigger>
  );
  // Fluent announces the text of the whole, so its parts end with spaces.
  return (
    <Toast>
      <ToastTitle action={dismiss}>{`${t("apiError.title")} `}</ToastTitle>
      <ToastBody
        className={styles.text}
        subtitle={
          reference && (
            <span className={styles.reference}>{t("apiError.reference", { reference })}</span>
          )
        }
      >
        {`${text || t("apiError.unexpected")} `}
      </ToastBody>
    </Toast>
  );
}

/** Shows the first messages as Fluent's toasts. A message is forgotten once its toast is closed, and a toast closed once that is. */
function useToasts(toasterId: string) {
  const { dispatchToast, dismissToast } = useToastController(toasterId);
  const messages = useNotifications((state) => state.messages);
  const shown = useRef<string[]>([]);
  useEffect(() => {
    const first = messages.slice(0, limit);
    for (const id of shown.current) if (!first.some((one) => one.id === id)) dismissToast(id);
    shown.current = first.map(({ id }) => id);
    for (const { id, text, reference } of first) {
      // Fluent ignores a toast that it has.
      dispatchToast(<Notification text={text} reference={reference} />, {
        toastId: id,
        intent: "error",
        onStatusChange: (_, { status }) => status === "unmounted" && removeNotification(id),
      });
    }
  }, [dispatchToast, dismissToast, messages]);
  return messages.length;
}

/** Returns the focus to where it was before it entered the notifications, once the last one has closed. */
function useFocusReturn(count: number) {
  const origin = useRef<Element | null>(null);
  useEffect(() => {
    if (count > 0) return;
    const isLost = document.activeElement === document.body;
    if (isLost && origin.current instanceof HTMLElement) origin.current.focus();
    origin.current = null;
  }, [count]);
  return ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Null where it comes from a notification that has just closed.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) origin.current = relatedTarget;
  };
}

/** Shows failed API calls, above everything and outside the page, which open dialogs hide. */
export function Notifier() {
  const styles = useStyles();
  const { t } = useTranslation();
  const toasterId = useId("notifier");
  const count = useToasts(toasterId);
  const place = useRef<HTMLDivElement>(null);
  useNotificationOffset(place, count);
  const noteOrigin = useFocusReturn(count);
  // A landmark while it has content, by which screen readers find the notifications.
  const landmark = count === 0 ? {} : { role: "region", "aria-label": t("apiError.region") };
  return createPortal(
    <FluentProvider theme={notificationTheme()} className={styles.layer} {...neverHidden}>
      <div ref={place} className={styles.place} onFocus={noteOrigin} {...landmark}>
        <Toaster
          inline
          className={styles.list}
          toasterId={toasterId}
          timeout={shownForMs}
          pauseOnHover
        />
      </div>
    </FluentProvider>,
    document.body,
  );
}
