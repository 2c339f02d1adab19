import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
} from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { LanguageSwitch } from "#renderer/components/language-switch.tsx";
import { useOverlay } from "#renderer/components/use-overlay.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import type { MenuEntry } from "../menus.ts";
import { menuIcons } from "./menu-icons.ts";
import { MenuLink } from "./menu-link.tsx";

const useStyles = makeStyles({
  actions: { display: "flex", alignItems: "center", gap: "8px" },
  body: { display: "flex", flexDirection: "column", gap: "16px", paddingBottom: "24px" },
  group: {
    display: "flex",
    flexDirection: "column",
    paddingTop: "16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

type MenuDrawerProps = {
  label: string;
  groups: MenuEntry[][];
  open: boolean;
  onClose: () => void;
};

/** Drawer with the menus, on small screens. Following a link closes it. */
export default function MenuDrawer({ label, groups, open, onClose }: MenuDrawerProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  useOverlay(open);
  const actions = (
    <div className={styles.actions}>
      <LanguageSwitch />
      <Button
        appearance="subtle"
        size="large"
        icon={<DismissRegular />}
        aria-label={t("closeMenu")}
        onClick={onClose}
      />
    </div>
  );
  return (
    <OverlayDrawer
      position="end"
      open={open}
      onOpenChange={(_, state) => {
        if (!state.open) onClose();
      }}
    >
      <DrawerHeader>
        <DrawerHeaderTitle action={actions}>{label}</DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody>
        <div className={styles.body}>
          {groups.map((entries, i) => (
            <nav
              // Only the first entry: an entry removed by a flag must not mount the group again.
              key={entries[0]?.id}
              aria-label={i === 0 ? label : t("more")}
              className={styles.group}
            >
              {entries.map((entry) => {
                const Icon = menuIcons[entry.id];
                return (
                  <MenuLink
                    key={entry.id}
                    entry={entry}
                    icon={<Icon fontSize={22} aria-hidden />}
                    look="stacked"
                    onFollow={onClose}
                  />
                );
              })}
            </nav>
          ))}
        </div>
      </DrawerBody>
    </OverlayDrawer>
  );
}
