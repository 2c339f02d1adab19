import { Button, makeStyles } from "@fluentui/react-components";
import { DismissRegular, NavigationRegular } from "@fluentui/react-icons";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { useIsInBrowser } from "#renderer/components/use-is-in-browser.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { ErrorBoundary } from "../error-boundary.tsx";
import type { MenuGroup } from "../menus.ts";
import { MenuLink } from "./menu-link.tsx";

const MenuDrawer = lazyChunk(() => import("./menu-drawer.tsx"));

const useStyles = makeStyles({
  early: {
    position: "fixed",
    inset: "0 0 0 auto",
    boxSizing: "border-box",
    width: "min(320px, 100vw)",
    height: "100dvh",
    padding: "12px 20px 24px",
    border: "none",
    boxShadow: tokens.shadow28,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    overflowY: "auto",
    "::backdrop": { backgroundColor: tokens.colorBackgroundOverlay },
  },
  close: { display: "flex", justifyContent: "end" },
});

const earlyId = "early-menu";

type EarlyMenuProps = { groups: MenuGroup[]; onDone: () => void };

/** The menus of a served page: HTML alone opens them, and they stay when the app takes over. */
function EarlyMenu({ groups, onDone }: EarlyMenuProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = menu.current;
    if (!element?.matches(":popover-open")) return onDone();
    element.addEventListener("toggle", onDone);
    return () => element.removeEventListener("toggle", onDone);
  }, [onDone]);
  return (
    <div ref={menu} id={earlyId} popover="auto" className={styles.early}>
      <div className={styles.close}>
        <Button
          appearance="subtle"
          size="large"
          icon={<DismissRegular />}
          aria-label={t("closeMenu")}
          popoverTarget={earlyId}
          popoverTargetAction="hide"
        />
      </div>
      {groups.map(({ label, entries }) => (
        <nav key={label} aria-label={label}>
          {entries.map((entry) => (
            <MenuLink
              key={entry.id}
              entry={entry}
              look="stacked"
              onFollow={() => menu.current?.hidePopover()}
            />
          ))}
        </nav>
      ))}
    </div>
  );
}

/** Button that opens the menus as a drawer, on small screens. */
export function MenuButton({ groups }: { groups: MenuGroup[] }) {
  const { t } = useTranslation();
  const [isEarly, setEarly] = useState(!useIsInBrowser());
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [endEarly] = useState(() => () => setEarly(false));
  const button = { appearance: "subtle", size: "large", icon: <NavigationRegular /> } as const;
  if (isEarly) {
    return (
      <>
        <Button {...button} aria-label={t("openMenu")} popoverTarget={earlyId} />
        <EarlyMenu groups={groups} onDone={endEarly} />
      </>
    );
  }
  return (
    <>
      <Button
        {...button}
        aria-label={t("openMenu")}
        aria-expanded={open}
        onPointerEnter={() => void MenuDrawer.load()}
        onClick={() => {
          setWasOpened(true);
          setOpen(true);
        }}
      />
      {wasOpened && (
        <ErrorBoundary isOptional>
          <MenuDrawer groups={groups} open={open} onClose={() => setOpen(false)} />
        </ErrorBoundary>
      )}
    </>
  );
}
