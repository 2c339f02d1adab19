import { Button } from "@fluentui/react-components";
import { NavigationRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { menuFilesAttribute } from "#shared/served-page.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { ErrorBoundary } from "../error-boundary.tsx";
import type { MenuGroup } from "../menus.ts";

const MenuDrawer = lazyChunk(() => import("./menu-drawer.tsx"));

/** Button that opens the menus as a drawer, on small screens. */
export function MenuButton({ groups }: { groups: MenuGroup[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <Button
        appearance="subtle"
        size="large"
        icon={<NavigationRegular />}
        aria-label={t("openMenu")}
        aria-expanded={open}
        {...{ [menuFilesAttribute]: "" }}
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
