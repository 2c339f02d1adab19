import {
  makeStyles,
  Menu,
  MenuButton,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { AddRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { useHref, useLinkClickHandler } from "react-router-dom";
import { contentKinds } from "#shared/content-kinds.ts";
import { routePath, routes } from "#shared/routes.ts";
import { useButtonLook } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { useLocalised } from "#renderer/components/use-localised.ts";
import { titleOfEntry } from "#renderer/features/reading/index.ts";
import { StudioList } from "./studio-list.tsx";

const useStyles = makeStyles({ tools: { marginBottom: "24px" } });

/** The kinds that are written here; videos come from files. */
const newKinds = contentKinds.filter((kind) =>
  routes.studioNew.values.some((value) => value === kind),
);

function NewLink({ kind }: { kind: (typeof newKinds)[number] }) {
  const { t } = useTranslation("titles");
  const path = useLocalised(routePath("studioNew", { kind }));
  const follow = useLinkClickHandler(path);
  return (
    <MenuItemLink href={useHref(path)} onClick={follow}>
      {t(titleOfEntry(kind))}
    </MenuItemLink>
  );
}

/** The menu of the kinds of which an entry can be begun. */
function NewMenu() {
  const { t } = useTranslation("studio");
  const look = useButtonLook("accent");
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton size="large" icon={<AddRegular />} {...look}>
          {t("new.open")}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {newKinds.map((kind) => (
            <NewLink key={kind} kind={kind} />
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** /studio: everything that is written, for admins. */
export default function StudioPage() {
  const styles = useStyles();
  const { t } = useTranslation(["studio", "titles"]);
  return (
    <Page title={t("titles:studio")} lead={t("lead")}>
      <div className={styles.tools}>
        <NewMenu />
      </div>
      <StudioList />
    </Page>
  );
}
