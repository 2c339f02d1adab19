import { Button, makeStyles } from "@fluentui/react-components";
import { ChevronDownRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { ErrorBoundary } from "../../error-boundary.tsx";
import type { MenuEntry } from "../../menus.ts";

const MoreList = lazyChunk(() => import("./more-list.tsx"));

const useStyles = makeStyles({ button: { minHeight: "44px", fontWeight: "inherit" } });

/** Button that opens the More menu, whose code is fetched when the button is pointed at or focused. */
export function MoreMenu({ entries }: { entries: MenuEntry[] }) {
  const styles = useStyles();
  const { t } = useTranslation();
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const show = (isOpen: boolean) => {
    setWasOpened(true);
    setOpen(isOpen);
  };
  const prepare = () => void MoreList.load();
  return (
    <>
      <Button
        ref={setOpener}
        appearance="subtle"
        className={styles.button}
        icon={<ChevronDownRegular />}
        iconPosition="after"
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => show(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          show(true);
        }}
      >
        {t("more")}
      </Button>
      {wasOpened && (
        <ErrorBoundary isOptional>
          <MoreList entries={entries} opener={opener} open={open} onClose={() => setOpen(false)} />
        </ErrorBoundary>
      )}
    </>
  );
}
