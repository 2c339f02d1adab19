import { Button, makeStyles } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { media } from "#renderer/theme/tokens.ts";

/** Parts of a recipe whose code is fetched when their button is pointed at or focused. */
export const CookMode = lazyChunk(() => import("./cook/cook-mode.tsx"));
export const AdjustPanel = lazyChunk(() => import("./adjust/adjust-panel.tsx"));

const useStyles = makeStyles({
  button: { justifySelf: "stretch", minHeight: "44px", [media.print]: { display: "none" } },
});

type OpenButtonProps = {
  part: { load: () => Promise<unknown> };
  look?: "primary";
  /** Whether the part is open, where the button also closes it. */
  isOpen?: boolean;
  onClick: () => void;
  children: ReactNode;
};

export function OpenButton({ part, look, isOpen, onClick, children }: OpenButtonProps) {
  const styles = useStyles();
  const prepare = () => void part.load().catch(() => {});
  return (
    <Button
      className={styles.button}
      {...(look && { appearance: look, size: "large" })}
      {...(isOpen !== undefined && { "aria-expanded": isOpen })}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

type OptionalProps = { isOpen: boolean; onFailed: () => void; children: ReactNode };

/** Shows a part while it is open. If its code cannot be loaded, it closes and says so; the recipe stays. */
export function Optional({ isOpen, onFailed, children }: OptionalProps) {
  const { t } = useTranslation("recipe");
  const [hasFailed, setFailed] = useState(false);
  if (isOpen && hasFailed) setFailed(false);
  return (
    <>
      {hasFailed && <p role="alert">{t("failed")}</p>}
      {isOpen && (
        <ErrorBoundary
          fallback={null}
          onError={() => {
            onFailed();
            setFailed(true);
          }}
        >
          {children}
        </ErrorBoundary>
      )}
    </>
  );
}
