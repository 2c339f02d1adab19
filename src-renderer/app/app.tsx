import { FluentProvider, RendererProvider } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { BrowserRouter } from "react-router-dom";
import { useSession } from "../session/session-store.ts";
import { useGlobalStyles } from "../theme/global-styles.ts";
import { publicTheme } from "../theme/public-theme.ts";
import { createStyleRenderer } from "../theme/style-renderer.ts";
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

/** The whole interface. Guards and layout wait for the session, so that nothing flashes. */
export function App() {
  const starting = useSession((state) => state.status === "starting");
  const { i18n } = useTranslation();
  const [styleRenderer] = useState(createStyleRenderer);
  return (
    <RendererProvider renderer={styleRenderer}>
      <GlobalStyles />
      <FluentProvider theme={publicTheme} dir={i18n.dir()}>
        {/* Nothing suspends here: a transition would only delay a navigation behind other renders. */}
        <BrowserRouter useTransitions={false}>
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
        </BrowserRouter>
      </FluentProvider>
    </RendererProvider>
  );
}
