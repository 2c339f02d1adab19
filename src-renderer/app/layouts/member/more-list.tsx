import { Menu, MenuItemLink, MenuList, MenuPopover } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useHref, useLinkClickHandler } from "react-router-dom";
import { useMenuTexts, type MenuEntry } from "../../menus.ts";

function MoreItem({ entry }: { entry: MenuEntry }) {
  const textOf = useMenuTexts();
  const follow = useLinkClickHandler(entry.path);
  return (
    <MenuItemLink href={useHref(entry.path)} onClick={follow}>
      {textOf(entry.id)}
    </MenuItemLink>
  );
}

type MoreListProps = {
  entries: MenuEntry[];
  /** The button that opens the list. */
  opener: HTMLElement | null;
  open: boolean;
  onClose: () => void;
};

export function MoreList({ entries, opener, open, onClose }: MoreListProps) {
  const { t } = useTranslation();
  return (
    <Menu
      open={open}
      // Fixed like the bar with the button: following it as the page scrolls would be a frame late.
      positioning={{ target: opener, position: "below", align: "start", strategy: "fixed" }}
      onOpenChange={(event, state) => {
        const isOnOpener = event.target instanceof Node && opener?.contains(event.target);
        // A click on the button closes the list by itself.
        if (!state.open && !(state.type === "clickOutside" && isOnOpener)) onClose();
      }}
    >
      <MenuPopover>
        <MenuList aria-labelledby={undefined} aria-label={t("more")}>
          {entries.map((entry) => (
            <MoreItem key={entry.id} entry={entry} />
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
