import { Button, makeStyles } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../../components/load-chunk.ts";
import { Notice } from "../../../components/notice.tsx";
import { loadNamespaces } from "../../../i18n/i18n.ts";
import { media } from "../../../theme/tokens.ts";

const withTexts = async <Module,>(code: Promise<Module>): Promise<Module> =>
  (await Promise.all([code, loadNamespaces(["cooking"])]))[0];

/** Parts of a recipe that are fetched when their button is pointed at or focused. */
export const CookMode = lazyChunk(() => withTexts(import("./cook/cook-mode.tsx")));
export const AdjustPanel = lazyChunk(() => withTexts(import("./adjust/adjust-panel.tsx")));

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

/** A button that opens such a part. */
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
      {hasFailed && (
        <Notice intent="error">
          <p>{t("failed")}</p>
        </Notice>
      )}
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
