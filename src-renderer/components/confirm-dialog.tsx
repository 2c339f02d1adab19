import { useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import type { ConfirmDialogProps } from "./confirm-dialog-surface.tsx";
import { lazyChunk } from "./load-chunk.ts";

const ConfirmDialogSurface = lazyChunk(() => import("./confirm-dialog-surface.tsx"));

const prepare = () => void ConfirmDialogSurface.load();

/** Props of each button that opens a dialog: fetch the dialog's code once it is pointed at or focused. */
export const opensDialog = { onPointerEnter: prepare, onFocus: prepare };

/** Asks for confirmation. Its code is fetched when it first opens; if that fails, it closes again. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose } = props;
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <ErrorBoundary fallback={null} onError={onClose} resetKeys={[open]}>
      <ConfirmDialogSurface {...props} />
    </ErrorBoundary>
  );
}
