import { Button, makeStyles } from "@fluentui/react-components";
import { PinFilled, PinRegular } from "@fluentui/react-icons";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { isAdmin } from "../../../src-shared/active-member.ts";
import { LanguageSwitch } from "../../components/language-switch.tsx";
import { Logo } from "../../components/logo.tsx";
import { platform } from "../../platform/current-platform.ts";
import { useUser } from "../../session/session-store.ts";
import { media, tokens } from "../../theme/tokens.ts";
import { useMenu } from "../menus.ts";
import { HeaderLinks } from "./header-links.tsx";
import { MenuButton } from "./menu-button.tsx";
import { MenuLink } from "./menu-link.tsx";
import { MoreMenu } from "./more-menu.tsx";

const useStyles = makeStyles({
  bar: {
    position: "sticky",
    top: 0,
    zIndex: 10,
    display: "flex",
    alignItems: "center",
    gap: "4px",
    minHeight: "60px",
    padding: "0 24px",
    backgroundColor: tokens.colorNeutralBackground1,
    [media.phone]: { padding: "0 12px" },
    [media.print]: { display: "none" },
  },
  wide: { display: "contents", [media.belowTablet]: { display: "none" } },
  narrow: { display: "none", [media.belowTablet]: { display: "contents" } },
  space: { flexGrow: 1 },
  pin: { minWidth: "44px", minHeight: "44px" },
});

const subscribeToPin = (listener: () => void) => platform.pin.onChange(listener);
const isPinned = () => platform.pin.read();

/** Pins this window above others, or unpins it. Only where `platform.canPin`. */
function PinButton() {
  const styles = useStyles();
  const { t } = useTranslation();
  const pinned = useSyncExternalStore(subscribeToPin, isPinned, () => false);
  return (
    <Button
      appearance="subtle"
      className={styles.pin}
      icon={pinned ? <PinFilled /> : <PinRegular />}
      aria-label={t("pin")}
      aria-pressed={pinned}
      title={t("pin")}
      onClick={() => platform.pin.write(!pinned)}
    />
  );
}

/** About and the More menu; on small screens all menus are in a drawer (specification, section 2). */
export function MemberTopBar() {
  const styles = useStyles();
  const { t } = useTranslation();
  const top = useMenu("memberTop");
  const more = useMenu("memberMore");
  const side = useMenu("memberSide");
  const mobile = useMenu("memberMobile");
  const user = useUser();
  return (
    <header className={styles.bar}>
      <div className={styles.narrow}>
        <Logo onDark />
      </div>
      <nav aria-label={t("mainMenu")} className={styles.wide}>
        {top.map((entry) => (
          <MenuLink key={entry.id} entry={entry} />
        ))}
        <MoreMenu entries={more} />
      </nav>
      <div className={styles.space} />
      {platform.canPin && isAdmin(user) && <PinButton />}
      <HeaderLinks />
      <div className={styles.wide}>
        <LanguageSwitch />
      </div>
      <div className={styles.narrow}>
        <MenuButton label={t("memberMenu")} groups={[side, mobile]} />
      </div>
    </header>
  );
}
