import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from "@fluentui/react-components";
import { DismissRegular, MoreHorizontalRegular } from "@fluentui/react-icons";
import { useLayoutEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Draft, StudioEntry } from "#shared/api/studio.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { ActionResult, type Counted, type Reported } from "#renderer/components/action-result.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { useMatches } from "#renderer/components/use-matches.ts";
import { announceAddress } from "#renderer/features/announcements/index.ts";
import { entryPath } from "#renderer/features/reading/index.ts";
import { media, tokens, topBarHeight } from "#renderer/theme/tokens.ts";
import { PublishMenu, type PublishAct } from "./publish-menu.tsx";
import type { DraftSaver, DraftState } from "./saving/draft-saver.ts";
import { LoginAgain } from "./saving/login-again.tsx";
import { SaveStatus } from "./saving/save-status.tsx";

const useStyles = makeStyles({
  bar: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 12px",
    padding: "8px 0",
    marginBottom: "16px",
    position: "sticky",
    top: topBarHeight,
    zIndex: 3,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    // The page would scroll when they get the focus back: they are in view, if closer to its top than the page's scroll padding.
    "& :is(button, a)": { scrollMarginTop: "-20px" },
    [media.phone]: { padding: "2px 0", marginBottom: "12px" },
    [media.low]: { top: 0, padding: "2px 0" },
  },
  buttons: { display: "flex", gap: "8px" },
  more: { minWidth: "44px", minHeight: "44px" },
  report: {
    flexBasis: "100%",
    outline: "none",
    ":empty": { display: "none" },
    "> div": { padding: "4px 4px 4px 16px" },
  },
  said: { display: "flex", alignItems: "center", gap: "8px", "> p": { flexGrow: 1, margin: 0 } },
});

/** What is opened over an entry. */
const overlays = ["preview", "history", "details"] as const;
export type Overlay = (typeof overlays)[number];

/** Hook: the tools of the texts in `root` stay below the bar, which is higher while something is said in it. */
export function useBarHeight() {
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const height = bar.current?.offsetHeight ?? 0;
      root.current?.style.setProperty("--entry-bar-height", `${height}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => observer.disconnect();
  }, []);
  return { root, bar };
}

/** What is opened over an entry: in a menu on a phone, where the bar is one line. */
function OpenButtons({ onOpen }: { onOpen: (overlay: Overlay) => void }) {
  const styles = useStyles();
  const { t } = useTranslation(["studio", "common"]);
  const isShort = useMatches("(max-width: 640px)");
  if (!isShort) {
    return overlays.map((one) => (
      <Button key={one} onClick={() => onOpen(one)}>
        {t(`open.${one}`)}
      </Button>
    ));
  }
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          className={styles.more}
          icon={<MoreHorizontalRegular />}
          aria-label={t("open.all")}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {overlays.map((one) => (
            <MenuItem key={one} onClick={() => onOpen(one)}>
              {t(`open.${one}`)}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** The outcome of the last act; `draft` is the text at that time. */
export type EntryReport = Reported & { isRead?: boolean; draft: Draft };

/** What the last act did; a publication leads to the entry. */
function Report({
  entry,
  reported,
  onDismiss,
}: Pick<EntryBarProps, "reported" | "onDismiss"> & { entry: StudioEntry }) {
  const styles = useStyles();
  const { t } = useTranslation(["studio", "common"]);
  return (
    <ActionResult reported={reported} className={styles.report}>
      {reported && (
        <div className={styles.said}>
          <p>
            {reported.text}{" "}
            {reported.isRead && (
              <>
                <TextLink to={entryPath(entry)}>{t("publish.read")}</TextLink>
                {" · "}
                <TextLink to={announceAddress(entry)}>{t("publish.announce")}</TextLink>
              </>
            )}
          </p>
          <Button
            appearance="transparent"
            icon={<DismissRegular />}
            aria-label={t("common:close")}
            onClick={onDismiss}
          />
        </div>
      )}
    </ActionResult>
  );
}

type EntryBarProps = {
  bar: RefObject<HTMLDivElement | null>;
  saver: DraftSaver;
  state: DraftState;
  isReadOnly: boolean;
  reported: Counted<EntryReport> | null;
  onDismiss: () => void;
  onOpen: (overlay: Overlay) => void;
  onDone: (act: PublishAct) => void;
  onFailed: (failure: ApiFailure) => void;
};

/** The state of an entry, the acts on it and their outcome: always in view while writing. */
export function EntryBar({
  bar,
  saver,
  state,
  isReadOnly,
  reported,
  onDismiss,
  onOpen,
  onDone,
  onFailed,
}: EntryBarProps) {
  const styles = useStyles();
  return (
    <div ref={bar} className={styles.bar}>
      <SaveStatus state={state} isReadOnly={isReadOnly} onRetry={() => void saver.save()} />
      <LoginAgain />
      <div className={styles.buttons}>
        <OpenButtons onOpen={onOpen} />
        {!isReadOnly && (
          <PublishMenu saver={saver} state={state} onDone={onDone} onFailed={onFailed} />
        )}
      </div>
      <Report
        entry={state.entry}
        // Who writes on needs the room.
        reported={reported?.draft === state.draft ? reported : null}
        onDismiss={onDismiss}
      />
    </div>
  );
}
