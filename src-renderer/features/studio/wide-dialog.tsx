import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
} from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { media } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  surface: {
    width: "min(1120px, calc(100% - 48px))",
    maxWidth: "none",
    [media.phone]: { width: "100%", maxHeight: "100dvh", padding: "16px", borderRadius: 0 },
  },
  form: { width: "min(480px, calc(100% - 48px))" },
  // Room for the focus ring of what stands at its edge, since it scrolls.
  content: { margin: "-4px", padding: "4px" },
});

type WideDialogProps = {
  open: boolean;
  title: string;
  /** Whether it is as narrow as a form, whose first field is focused; it is closed by its actions. */
  isForm?: boolean;
  /** Buttons at its end. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog as wide as a page, to compare and to preview, or as a form. */
export function WideDialog({
  open,
  title,
  isForm = false,
  actions,
  onClose,
  children,
}: WideDialogProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={(_, state) => {
        if (!state.open) onClose();
      }}
    >
      <DialogSurface className={mergeClasses(styles.surface, isForm && styles.form)}>
        <DialogBody>
          <DialogTitle
            action={
              isForm ? undefined : (
                <Button
                  appearance="subtle"
                  size="large"
                  icon={<DismissRegular />}
                  aria-label={t("close")}
                  onClick={onClose}
                />
              )
            }
          >
            {title}
          </DialogTitle>
          <DialogContent className={styles.content}>{children}</DialogContent>
          {actions && <DialogActions fluid>{actions}</DialogActions>}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
