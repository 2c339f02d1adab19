import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  mergeClasses,
  OverlayDrawer,
} from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { LanguageSwitch } from "#renderer/components/language-switch.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import type { MenuGroup } from "../menus.ts";
import { menuIcons } from "./menu-icons.ts";
import { MenuLink } from "./menu-link.tsx";

const useStyles = makeStyles({
  actions: { display: "flex", alignItems: "center", gap: "8px" },
  body: { display: "flex", flexDirection: "column", gap: "8px", paddingBottom: "8px" },
  group: {
    display: "flex",
    flexDirection: "column",
    paddingTop: "8px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  // Entries of all groups but the first are short: two columns leave room below, also for a notification.
  beside: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
    columnGap: "8px",
    "> a": { minHeight: "36px" },
  },
});

type MenuDrawerProps = {
  groups: MenuGroup[];
  open: boolean;
  onClose: () => void;
};

/** Drawer with the menus on small screens, titled by the first menu. Following a link closes it. */
export default function MenuDrawer({ groups, open, onClose }: MenuDrawerProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  const shown = groups.filter(({ entries }) => entries.length > 0);
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
        <DrawerHeaderTitle action={actions}>{groups[0]?.label}</DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody>
        <div className={styles.body}>
          {shown.map(({ label, entries }, at) => (
            <nav
              key={label}
              aria-label={label}
              className={mergeClasses(styles.group, at > 0 && styles.beside)}
            >
              {entries.map((entry) => {
                const Icon = menuIcons[entry.id];
                return (
                  <MenuLink
                    key={entry.id}
                    entry={entry}
                    icon={at === 0 && <Icon fontSize={22} aria-hidden />}
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
