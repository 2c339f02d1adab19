import { createElement } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { matchRoute, routes } from "#shared/routes.ts";
import { ScrollRestoration } from "./scroll-restoration.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Guard } from "./guards.tsx";
import { pageOf } from "./pages.ts";

/**
 * Shows the page of the address behind its guard, or the not-found page. `matchRoute` decides which, as
 * it does for the status that the server sends: React Router alone would ignore letter case and double
 * slashes. Its own route only reads the parameters.
 */
export function Router() {
  const { pathname } = useLocation();
  const id = matchRoute(pathname);
  return (
    <ErrorBoundary key={pathname}>
      <Routes>
        {id !== null && (
          <Route
            path={routes[id].path}
            element={
              <Guard key={pathname} access={routes[id].access}>
                {createElement(pageOf(id))}
              </Guard>
            }
          />
        )}
        <Route path="*" element={createElement(pageOf("notFound"))} />
      </Routes>
      <ScrollRestoration />
    </ErrorBoundary>
  );
}
