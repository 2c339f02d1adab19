import { FluentProvider, RendererProvider, type GriffelRenderer } from "@fluentui/react-components";
import { useEffect, useLayoutEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavigationType, useLocation, useNavigate } from "react-router-dom";
import { prepareTransport } from "#renderer/api-client/client.ts";
import { FindInPage } from "#renderer/components/find-bar.tsx";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { useIsInBrowser } from "#renderer/components/use-is-in-browser.ts";
import { atIdle } from "#renderer/platform/at-idle.ts";
import { useSession, useUser } from "#renderer/session/session-store.ts";
import { useGlobalStyles } from "#renderer/theme/global-styles.ts";
import { publicTheme } from "#renderer/theme/public-theme.ts";
import {
  namedLanguage,
  searchInLanguage,
  adoptLanguage,
  useWantedLanguage,
} from "#renderer/i18n/wanted-language.ts";
import { useArrival } from "./arrival.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Layout } from "./layouts/layout.tsx";
import { StartScreen } from "./layouts/loading-screens.tsx";
import { useNotifications } from "./notifications.ts";
import { useOfflineUpdates, useSendPendingChanges } from "./offline-updates.ts";
import { OutsideNavigation } from "./outside-navigation.tsx";
import { PageOnScreen } from "./page-on-screen.tsx";
import { pageOf, watchLinks } from "./pages.ts";
import { Router } from "./router.tsx";
import { Updates } from "./updates/update-notice.tsx";

/**
 * Keeps the language and the address (`?lang=pl`) in step. A link that names a language changes the
 * language, until the user has chosen one. After that, and for addresses of the history, the address
 * is rewritten to the current language.
 */
export function LanguageInAddress() {
  const { language, chosen } = useWantedLanguage((wanted) => wanted);
  const { pathname, search, hash, state } = useLocation();
  const isLink = useArrival() !== NavigationType.Pop;
  const navigate = useNavigate();
  const named = namedLanguage(search);
  useEffect(() => {
    if (named === null || named === language) return;
    if (isLink && !chosen) return adoptLanguage(named);
    // A step in the history since the rendering leads to another address, which must not be replaced.
    if (window.location.pathname + window.location.search !== pathname + search) return;
    const to = { pathname, search: searchInLanguage(search, language), hash };
    void navigate(to, { replace: true, state });
  }, [named, language, chosen, isLink, pathname, search, hash, state, navigate]);
  return null;
}

function GlobalStyles() {
  useGlobalStyles();
  return null;
}

const Notifier = lazyChunk(async () => ({
  default: (await import("./notifier.tsx")).Notifier,
}));

/** Shows failed calls. Loaded once the browser is idle, or one is waiting to be shown. */
function Notifications() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => atIdle(() => setIdle(true)), []);
  const isWaiting = useNotifications(({ messages }) => messages.length > 0);
  if (!isIdle && !isWaiting) return null;
  return (
    <ErrorBoundary isOptional>
      <Notifier />
    </ErrorBoundary>
  );
}

/** Time after which the code of requests is loaded that the first paint does without. */
const transportAfterMs = 3_000;

/** Fetches code that may be needed when it cannot be fetched any more. */
function usePreparedCode(): void {
  const loggedIn = useUser() !== null;
  useEffect(() => {
    // Logging out has to work offline.
    if (loggedIn) void pageOf("logout").load();
  }, [loggedIn]);
  useEffect(() => {
    const timer = setTimeout(prepareTransport, transportAfterMs);
    return () => clearTimeout(timer);
  }, []);
}

/** What the interface has beside its page. */
function LateParts() {
  usePreparedCode();
  useOfflineUpdates();
  useSendPendingChanges();
  useEffect(watchLinks, []);
  if (!useIsInBrowser()) return null;
  return (
    <>
      <Notifications />
      <FindInPage />
      <Updates />
    </>
  );
}

type AppProps = {
  styleRenderer: GriffelRenderer;
  /** Called once everything is on screen, and once it also works. */
  onShown?: () => void;
  onReady?: () => void;
  /** Surrounds the content with the router: that of the browser, or of a page on the server. */
  children: (content: ReactNode) => ReactNode;
};

/** The whole interface. Guards and layout wait for the session, so that nothing flashes. */
export function App({ styleRenderer, onShown, onReady, children: withRouter }: AppProps) {
  const starting = useSession((state) => state.status === "starting");
  const { i18n } = useTranslation();
  useLayoutEffect(() => onShown?.(), [onShown]);
  useEffect(() => onReady?.(), [onReady]);
  return (
    <RendererProvider renderer={styleRenderer}>
      <GlobalStyles />
      <FluentProvider theme={publicTheme()} dir={i18n.dir()}>
        {withRouter(
          <PageOnScreen>
            <ErrorBoundary>
              <OutsideNavigation />
              <LanguageInAddress />
              {starting ? (
                <StartScreen />
              ) : (
                <Layout>
                  <Router />
                </Layout>
              )}
              <LateParts />
            </ErrorBoundary>
          </PageOnScreen>,
        )}
      </FluentProvider>
    </RendererProvider>
  );
}
