import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { DangerButton } from "./danger-button.tsx";

const useStyles = makeStyles({
  // As Fluent's own rule, which has dialogs touch both edges of a phone.
  surface: { "@media screen and (max-width: 480px)": { maxWidth: "calc(100vw - 32px)" } },
  // Leaves room for the focus ring of a field at the edge, since the content scrolls.
  content: {
    margin: "-4px -4px 12px",
    padding: "4px",
    "> p:last-child": { marginBottom: 0 },
    // Fields are as narrow as the dialog; their own width would be cut off at 320 px.
    "> form": { gridTemplateColumns: "minmax(0, 1fr)" },
    "& input": { width: "100%" },
  },
});

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  action: string;
  /** Label of the other button, where "Cancel" could be misunderstood. */
  dismiss?: string;
  busy?: boolean;
  /** Whether it ends or deletes something: the confirming button warns then. */
  isDanger?: boolean;
  /** Whether the focus goes to the buttons, past what can be entered above them but does not have to be. */
  focusesButtons?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks for confirmation before something is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, action, dismiss, busy = false, isDanger = false } = props;
  const { focusesButtons = false, onConfirm, onClose, children } = props;
  const styles = useStyles();
  const { t } = useTranslation();
  const firstButton = useRef<HTMLButtonElement>(null);
  // Runs after the effect of Fluent's dialog, which focuses what comes first.
  useEffect(() => {
    if (open && focusesButtons) firstButton.current?.focus();
  }, [open, focusesButtons]);
  const confirm = () => {
    if (!busy) onConfirm();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(_, state) => {
        if (!state.open) onClose();
      }}
    >
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className={styles.content}>{children}</DialogContent>
          <DialogActions fluid>
            <Button ref={firstButton} size="large" onClick={onClose}>
              {dismiss ?? t("cancel")}
            </Button>
            {isDanger ? (
              <DangerButton confirms size="large" disabledFocusable={busy} onClick={confirm}>
                {action}
              </DangerButton>
            ) : (
              <Button appearance="primary" size="large" disabledFocusable={busy} onClick={confirm}>
                {action}
              </Button>
            )}
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
