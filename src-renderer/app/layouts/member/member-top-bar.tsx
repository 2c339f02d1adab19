import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { PinFilled, PinRegular } from "@fluentui/react-icons";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { isAdmin } from "#shared/active-member.ts";
import { routePath } from "#shared/routes.ts";
import { useFrame } from "#renderer/components/frame.ts";
import { LanguageSwitch } from "#renderer/components/language-switch.tsx";
import { Logo } from "#renderer/components/logo.tsx";
import { platform } from "#renderer/platform/current-platform.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useMenu } from "../../menus.ts";
import { BackButton } from "./back-button.tsx";
import { AccountLink, CartLink } from "../header-links.tsx";
import { MenuButton } from "../menu-button.tsx";
import { MenuLink } from "../menu-link.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { SearchLink } from "./search-link.tsx";

const useStyles = makeStyles({
  bar: {
    position: "sticky",
    top: 0,
    zIndex: 10,
    backgroundColor: tokens.colorNeutralBackground1,
    [media.print]: { display: "none" },
  },
  content: { display: "flex", alignItems: "center", gap: "4px", minHeight: "60px" },
  // The text of the first link starts at the edge, that of the last tool ends at it.
  nav: { display: "flex", marginLeft: "-12px", [media.belowTablet]: { display: "none" } },
  tools: {
    display: "flex",
    alignItems: "center",
    gap: "4px",
    marginLeft: "auto",
    marginRight: "-8px",
    [media.belowTablet]: { marginRight: "-10px" },
  },
  wide: { display: "contents", [media.belowTablet]: { display: "none" } },
  narrow: { display: "none", [media.belowTablet]: { display: "contents" } },
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
  const { frame } = useFrame();
  const { t } = useTranslation();
  const top = useMenu("memberTop");
  const more = useMenu("memberMore");
  const side = useMenu("memberSide");
  const own = useMenu("memberOwn");
  const mobile = useMenu("memberMobile");
  const review = useMenu("review");
  const user = useUser();
  return (
    <header className={styles.bar}>
      <div className={mergeClasses(frame, styles.content)}>
        <div className={styles.narrow}>
          <BackButton />
          <Logo onDark to={routePath("dashboard")} />
        </div>
        <nav aria-label={t("mainMenu")} className={styles.nav}>
          {top.map((entry) => (
            <MenuLink key={entry.id} entry={entry} />
          ))}
          <MoreMenu entries={more} />
        </nav>
        <div className={styles.tools}>
          {platform.canPin && isAdmin(user) && <PinButton />}
          <SearchLink />
          <CartLink />
          <div className={styles.wide}>
            <AccountLink />
          </div>
          <LanguageSwitch isShort />
          <div className={styles.narrow}>
            <MenuButton
              groups={[
                { label: t("memberMenu"), entries: side },
                { label: t("ownMenu"), entries: own },
                { label: t("reviewMenu"), entries: review },
                { label: t("more"), entries: mobile },
              ]}
            />
          </div>
        </div>
      </div>
    </header>
  );
}
