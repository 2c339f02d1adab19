import { Button, FluentProvider, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, useState, type MouseEvent } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { matchRoute, routes } from "#shared/routes.ts";
import { useElapsed } from "#renderer/components/use-elapsed.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { notificationTheme } from "#renderer/theme/notification-theme.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { hasTypedText } from "#renderer/session/draft.ts";
import { followServiceWorker, reloadIntoUpdate } from "./follow-service-worker.ts";

/** Time after which the service worker is registered: the first page comes first. */
const updatesAfterMs = 3_000;

/** Stands out from the dark ground, without the accent: nothing is urgent. */
const light = {
  backgroundColor: tokens.colorNeutralForeground1,
  color: tokens.colorNeutralBackground1,
};

const useStyles = makeStyles({
  // Below Fluent's dialogs, drawers and menus.
  layer: { position: "relative", zIndex: 1_000, backgroundColor: "transparent" },
  region: {
    position: "fixed",
    bottom: "16px",
    insetInlineEnd: "20px",
    width: "340px",
    maxWidth: "calc(100vw - 40px)",
    [media.print]: { display: "none" },
  },
  aboveTabBar: {
    [media.belowTablet]: { bottom: "calc(72px + env(safe-area-inset-bottom))" },
  },
  notice: {
    padding: "16px",
    display: "grid",
    gap: "12px",
    borderRadius: tokens.borderRadiusLarge,
    boxShadow: tokens.shadow16,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
  },
  text: { margin: 0 },
  reload: {
    ...light,
    ":hover": light,
    ":hover:active": light,
  },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** Where newer pages come from: the service worker of a browser, or the portal's brand in the desktop app, which has its own files. */
type UpdateSource = {
  text: "update.text" | "update.brand";
  follow: (onUpdate: () => void) => () => void;
  reload: () => unknown;
};

function updateSource(): UpdateSource | null {
  const { onBrandChange, usesServiceWorker } = platform;
  if (onBrandChange) {
    return { text: "update.brand", follow: onBrandChange, reload: () => location.reload() };
  }
  if (!import.meta.env.PROD || !usesServiceWorker) return null;
  return { text: "update.text", follow: followServiceWorker, reload: reloadIntoUpdate };
}

type NoticeProps = { source: UpdateSource; onLater: () => void };

/** Says that there is a new version. Nothing is loaded again before the user says so, twice if text would be lost. */
function Notice({ source, onLater }: NoticeProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  const [isWarning, setWarning] = useState(false);
  const [isReloading, setReloading] = useState(false);
  const reload = ({ detail }: MouseEvent) => {
    // The second press of a double click is no answer to a question that the first one raised.
    if (isReloading || detail > 1) return;
    if (!isWarning && hasTypedText()) return setWarning(true);
    setReloading(true);
    source.reload();
  };
  return (
    <div className={styles.notice}>
      <p className={styles.text}>{t(isWarning ? "update.typed" : source.text)}</p>
      <div className={styles.actions}>
        <Button
          appearance="primary"
          size="large"
          className={styles.reload}
          disabledFocusable={isReloading}
          onClick={reload}
        >
          {t(isWarning ? "update.reloadAnyway" : "update.reload")}
        </Button>
        <Button appearance="transparent" size="large" onClick={onLater}>
          {t("update.later")}
        </Button>
      </div>
    </div>
  );
}

/** Tells of a new version. Outside the page, so that nothing in it moves. */
function UpdateNotice({ source }: { source: UpdateSource }) {
  const styles = useStyles();
  const [isThere, setThere] = useState(false);
  const isMember = useIsActiveMember();
  useEffect(() => source.follow(() => setThere(true)), [source]);
  return createPortal(
    <FluentProvider theme={notificationTheme()} className={styles.layer}>
      <div role="status" className={mergeClasses(styles.region, isMember && styles.aboveTabBar)}>
        {isThere && <Notice source={source} onLater={() => setThere(false)} />}
      </div>
    </FluentProvider>,
    document.body,
  );
}

/** Caches the app for starts without a connection, and announces new versions. */
export function Updates() {
  const isDue = useElapsed(updatesAfterMs);
  const id = matchRoute(useLocation().pathname);
  // Forms for guests lead to another page soon; until then their own code comes first.
  const isForm = id !== null && routes[id].access === "guest";
  const [source] = useState(updateSource);
  if (isForm || !isDue || !source) return null;
  return <UpdateNotice source={source} />;
}
