import { FluentProvider, RendererProvider, type GriffelRenderer } from "@fluentui/react-components";
import { useEffect, useLayoutEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#renderer/session/session-store.ts";
import { useGlobalStyles } from "#renderer/theme/global-styles.ts";
import { publicTheme } from "#renderer/theme/public-theme.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { LanguageInAddress } from "./language-in-address.tsx";
import { LateParts } from "./late-parts.tsx";
import { Layout } from "./layouts/layout.tsx";
import { StartScreen } from "./layouts/loading-screens.tsx";
import { OutsideNavigation } from "./outside-navigation.tsx";
import { Router } from "./router.tsx";

function GlobalStyles() {
  useGlobalStyles();
  return null;
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
      <FluentProvider theme={publicTheme} dir={i18n.dir()}>
        {withRouter(
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
          </ErrorBoundary>,
        )}
      </FluentProvider>
    </RendererProvider>
  );
}
