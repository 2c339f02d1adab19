import { FluentProvider, RendererProvider } from "@fluentui/react-components";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { BrowserRouter } from "react-router-dom";
import { prepareTransport } from "../api-client/client.ts";
import { useSession, useUser } from "../session/session-store.ts";
import { platform } from "../platform/current-platform.ts";
import { useGlobalStyles } from "../theme/global-styles.ts";
import { createStyleRenderer } from "../theme/style-renderer.ts";
import { publicTheme } from "../theme/public-theme.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FindInPage } from "./find-in-page.tsx";
import { LanguageInAddress } from "./language-in-address.tsx";
import { Layout, memberChrome } from "./layouts/layout.tsx";
import { StartScreen } from "./layouts/loading-screens.tsx";
import { lazyChunk } from "../components/load-chunk.ts";
import { useNotifications } from "./notifications.ts";
import { OpenRequests } from "./open-requests.tsx";
import { pageOf } from "./pages.ts";
import { Router } from "./router.tsx";
import { SessionNavigation } from "./session-navigation.tsx";

const Notifier = lazyChunk(() => import("./notifier.tsx"));

/** ms after which comes what the first paint can do without. */
const lateParts = 3_000;

function GlobalStyles() {
  useGlobalStyles();
  return null;
}

/** Logging out has to work offline too: its page is fetched while there is a connection. */
function useLogoutAtHand(): void {
  const loggedIn = useUser() !== null;
  useEffect(() => {
    if (loggedIn) void pageOf("logout").load();
  }, [loggedIn]);
}

/** The notifier comes at idle, or with the first thing it has to say. */
function LateNotifier() {
  const [idle, setIdle] = useState(false);
  const needed = useNotifications((state) => state.messages.length > 0);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), lateParts);
    return () => clearTimeout(timer);
  }, []);
  return idle || needed ? (
    <ErrorBoundary fallback={null}>
      <Notifier />
    </ErrorBoundary>
  ) : null;
}

/** The whole interface. Guards and layouts wait for the session: nothing flashes (ruling 2). */
export function App() {
  const starting = useSession((state) => state.status === "starting");
  const { i18n } = useTranslation();
  const [styleRenderer] = useState(createStyleRenderer);
  useLogoutAtHand();
  useEffect(() => {
    // Most likely a member: the layout's code comes while the session is asked for.
    if (platform.read("token") !== null) void memberChrome.load();
    const timer = setTimeout(prepareTransport, lateParts);
    return () => clearTimeout(timer);
  }, []);
  return (
    <RendererProvider renderer={styleRenderer}>
      <GlobalStyles />
      <FluentProvider theme={publicTheme} dir={i18n.dir()}>
        {/* Nothing suspends here: as a transition a navigation would only wait behind other renders. */}
        <BrowserRouter useTransitions={false}>
          <ErrorBoundary>
            <SessionNavigation />
            <OpenRequests />
            <LanguageInAddress />
            {starting ? (
              <StartScreen />
            ) : (
              <Layout>
                <Router />
              </Layout>
            )}
            <LateNotifier />
            <FindInPage />
          </ErrorBoundary>
        </BrowserRouter>
      </FluentProvider>
    </RendererProvider>
  );
}
