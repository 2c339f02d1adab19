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
import { useHref, useLinkClickHandler, useSearchParams } from "react-router-dom";
import { kindFacts, type ContentKind } from "#shared/content-kinds.ts";
import { routePath, routes } from "#shared/routes.ts";
import { useButtonLook } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { TabLinks } from "#renderer/components/tab-links.tsx";
import { useLocalised } from "#renderer/components/use-localised.ts";
import { shownKinds } from "#shared/parts.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { brand } from "#renderer/platform/brand.ts";
import { AuthorsPart } from "../names/authors-part.tsx";
import { ExtrasPart } from "../extras/extras-part.tsx";
import { TagsPart } from "../names/tags-part.tsx";
import { OpenPreviews } from "./open-previews.tsx";
import { StudioList } from "./studio-list.tsx";

const useStyles = makeStyles({ tools: { marginBottom: "24px" }, tabs: { marginBottom: "24px" } });

function NewLink({ kind }: { kind: ContentKind }) {
  const titleOf = usePageTitles();
  const path = useLocalised(routePath("studioNew", { kind }));
  const follow = useLinkClickHandler(path);
  return (
    <MenuItemLink href={useHref(path)} onClick={follow}>
      {titleOf(kindFacts[kind].entry)}
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
          {shownKinds(brand).map((kind) => (
            <NewLink key={kind} kind={kind} />
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** Parts of the page, each at an address of its own. */
const parts = ["entries", "tags", "authors", "extras"] as const;

/** /studio: everything that is written, the tags, the authors and the extras, for admins. */
export default function StudioPage() {
  const styles = useStyles();
  const { t } = useTranslation(["studio", "titles"]);
  const [params] = useSearchParams();
  const part = parts.find((one) => one === params.get("part")) ?? "entries";
  const tabs = parts.map((one) => ({
    to: one === "entries" ? routes.studio.path : `${routes.studio.path}?part=${one}`,
    text: t(`part.${one}`),
    isCurrent: one === part,
  }));
  return (
    <Page title={t("titles:studio")} lead={t("lead")}>
      <TabLinks label={t("part.label")} tabs={tabs} className={styles.tabs} />
      {part === "tags" && <TagsPart />}
      {part === "authors" && <AuthorsPart />}
      {part === "extras" && <ExtrasPart />}
      {part === "entries" && (
        <>
          <div className={styles.tools}>
            <NewMenu />
          </div>
          <OpenPreviews />
          <StudioList />
        </>
      )}
    </Page>
  );
}
