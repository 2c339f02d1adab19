import {
  Button,
  makeStyles,
  Menu,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { ChevronDownRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { useHref, useLinkClickHandler } from "react-router-dom";
import { isAdmin } from "../../../src-shared/active-member.ts";
import { LanguageSwitch } from "../../components/language-switch.tsx";
import { Logo } from "../../components/logo.tsx";
import { platform } from "../../platform/current-platform.ts";
import { useUser } from "../../session/session-store.ts";
import { media, tokens } from "../../theme/tokens.ts";
import { useMenu, type MenuEntry } from "../menus.ts";
import { AccountLink } from "./account-link.tsx";
import { CartLink } from "./cart-link.tsx";
import { MenuButton } from "./menu-button.tsx";
import { MenuLink } from "./menu-link.tsx";
import { PinButton } from "./pin-button.tsx";

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
  more: { minHeight: "44px", fontWeight: "inherit" },
  space: { flexGrow: 1 },
});

function MoreItem({ entry }: { entry: MenuEntry }) {
  const { t } = useTranslation();
  const follow = useLinkClickHandler(entry.path);
  return (
    <MenuItemLink href={useHref(entry.path)} onClick={follow}>
      {t(`menu.${entry.id}`)}
    </MenuItemLink>
  );
}

/** About and the More group; on small screens everything behind a button (specification, section 2). */
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
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <Button
              appearance="subtle"
              className={styles.more}
              icon={<ChevronDownRegular />}
              iconPosition="after"
            >
              {t("more")}
            </Button>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {more.map((entry) => (
                <MoreItem key={entry.id} entry={entry} />
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      </nav>
      <div className={styles.space} />
      {platform.canPin && isAdmin(user) && <PinButton />}
      <CartLink />
      {user && <AccountLink user={user} />}
      <div className={styles.wide}>
        <LanguageSwitch />
      </div>
      <div className={styles.narrow}>
        <MenuButton label={t("memberMenu")} groups={[side, mobile]} />
      </div>
    </header>
  );
}
