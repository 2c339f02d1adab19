import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { PinFilled, PinRegular, ArrowLeftRegular, ChevronDownRegular } from "@fluentui/react-icons";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";
import { isAdmin } from "#shared/active-member.ts";
import {
  routePath,
  matchRoute,
  memberTabs,
  type MenuTarget,
  type RouteId,
} from "#shared/routes.ts";
import { useFrame } from "#renderer/components/frame.ts";
import { LanguageSwitch } from "#renderer/components/language-switch.tsx";
import { Logo } from "#renderer/components/logo.tsx";
import { platform } from "#renderer/platform/current-platform.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens, topBarHeight } from "#renderer/theme/tokens.ts";
import { kindFacts } from "#shared/content-kinds.ts";
import { menuTargetOf, useMenu, useMenuTexts, type MenuEntry } from "../../menus.ts";
import { indexNow } from "../../scroll-restoration.ts";
import { AccountLink, CartLink } from "../header-links.tsx";
import { MenuButton } from "../menu-button.tsx";
import { MenuLink } from "../menu-link.tsx";
import { SearchLink } from "./search-link.tsx";
import { MoreList } from "./more-list.tsx";

const useMoreMenuStyles = makeStyles({ button: { minHeight: "44px", fontWeight: "inherit" } });

/** Button that opens the More menu. */
function MoreMenu({ entries }: { entries: MenuEntry[] }) {
  const styles = useMoreMenuStyles();
  const { t } = useTranslation();
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
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
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {t("more")}
      </Button>
      <MoreList entries={entries} opener={opener} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

const tabPages: readonly MenuTarget[] = [...Object.values(memberTabs).map(([own]) => own), "home"];

const useBackButtonStyles = makeStyles({
  // The arrow is at the edge of the frame. The name of the brand gives way to where it leads.
  button: {
    minWidth: "44px",
    minHeight: "44px",
    marginLeft: "-12px",
    maxWidth: "50%",
    flexShrink: 0,
    justifyContent: "start",
    overflow: "hidden",
  },
  place: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
});

type Address = Parameters<typeof menuTargetOf>[0];

/** The pages of this visit, by their indexes in the history. */
const visited: Address[] = [];

/** Returns the page that the history would go back to; undefined where it has none, or after a reload. */
function usePageBefore(): Address | undefined {
  const { key, pathname, search, hash } = useLocation();
  const [shown, setShown] = useState(() => ({ key, before: visited[indexNow() - 1] }));
  if (shown.key !== key) setShown({ key, before: visited[indexNow() - 1] });
  // Only when another page is shown: while one loads, the history has it already, and the page before is still shown.
  useLayoutEffect(() => {
    visited[indexNow()] = { pathname, search, hash };
  }, [key, pathname, search, hash]);
  return shown.before;
}

/** Where pages of other kinds lead back to. */
const parents: ReadonlyMap<RouteId | null, "studio" | "review"> = new Map([
  ["studioEntry", "studio"],
  ["studioNew", "studio"],
  ["reviewEntry", "review"],
]);

/** Goes back in the history, or to the list or the dashboard, and says where that is. Not on the page of a tab. */
function BackButton() {
  const styles = useBackButtonStyles();
  const { t } = useTranslation();
  const textOf = useMenuTexts();
  const navigate = useNavigate();
  const before = usePageBefore();
  const route = matchRoute(useLocation().pathname);
  if (tabPages.some((id) => id === route)) return null;
  const list =
    Object.values(kindFacts).find(({ entry }) => entry === route)?.list ??
    parents.get(route) ??
    "dashboard";
  const place = textOf(before ? (menuTargetOf(before) ?? "dashboard") : list);
  return (
    <Button
      appearance="subtle"
      className={styles.button}
      icon={<ArrowLeftRegular />}
      aria-label={t("backTo", { place })}
      onClick={() => void (before ? navigate(-1) : navigate(routePath(list)))}
    >
      <span className={styles.place}>{place}</span>
    </Button>
  );
}

const useStyles = makeStyles({
  bar: {
    position: "sticky",
    top: 0,
    zIndex: 10,
    backgroundColor: tokens.colorNeutralBackground1,
    [media.low]: { position: "static" },
    [media.print]: { display: "none" },
  },
  content: { display: "flex", alignItems: "center", gap: "4px", minHeight: topBarHeight },
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

/** About and the More menu; on small screens a drawer has the menus (specification, section 2) but for what the tab bar has. */
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
                // The tab bar has the others.
                { label: t("ownMenu"), entries: own.filter(({ id }) => !(id in memberTabs)) },
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
