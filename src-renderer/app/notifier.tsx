import {
  Button,
  FluentProvider,
  makeStyles,
  Toast,
  ToastBody,
  Toaster,
  ToastTitle,
  useId,
  useToastController,
} from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { notificationTheme } from "../theme/member-theme.ts";
import { dismiss, useNotifications } from "./notifications.ts";

/** ms for which a notification is shown. */
const shownFor = 8_000;

/** Exempts an element from Fluent's dialogs, which hide everything else from screen readers. */
const neverHidden = { "data-tabster-never-hide": "" };

const useStyles = makeStyles({
  // Above Fluent's dialogs, drawers and menus, whose z-index is 1,000,000.
  layer: { position: "relative", zIndex: 1_000_001, backgroundColor: "transparent" },
});

/**
 * Shows failed API calls as dark notifications titled 'API Error'. They are above everything else, and
 * outside the page, which an open dialog hides from screen readers.
 */
export default function Notifier() {
  const toaster = useId("notifications");
  const styles = useStyles();
  const { t } = useTranslation();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  // A landmark while it has content, by which screen readers find the notifications.
  const isEmpty = useNotifications(({ messages }) => messages.length === 0);
  const landmark = isEmpty ? {} : { role: "region", "aria-label": t("apiError.region") };
  return createPortal(
    <FluentProvider theme={notificationTheme} className={styles.layer} {...neverHidden}>
      <div ref={setPlace} {...landmark} />
      {place && <Toaster toasterId={toaster} position="top-end" limit={4} mountNode={place} />}
      {place && <Dispatcher toaster={toaster} />}
    </FluentProvider>,
    document.body,
  );
}

function Dispatcher({ toaster }: { toaster: string }) {
  const { t } = useTranslation();
  const { dispatchToast, dismissToast } = useToastController(toaster);
  const messages = useNotifications((state) => state.messages);
  const shown = useRef(new Set<number>());
  useEffect(() => {
    for (const { id, text } of messages.filter((message) => !shown.current.has(message.id))) {
      shown.current.add(id);
      const toastId = `api-error-${id}`;
      const close = (
        <Button
          appearance="transparent"
          icon={<DismissRegular />}
          aria-label={t("apiError.dismiss")}
          onClick={() => dismissToast(toastId)}
        />
      );
      dispatchToast(
        <Toast>
          <ToastTitle action={close}>{t("apiError.title")}</ToastTitle>
          <ToastBody>{text || t("apiError.unexpected")}</ToastBody>
        </Toast>,
        {
          toastId,
          intent: "error",
          timeout: shownFor,
          pauseOnHover: true,
          onStatusChange: (_, { status }) => {
            if (status === "unmounted") dismiss(id);
          },
        },
      );
    }
  }, [messages, t, dispatchToast, dismissToast]);
  return null;
}
