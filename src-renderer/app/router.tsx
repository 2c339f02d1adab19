import { createElement } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { findRoute } from "#shared/parts.ts";
import { routes } from "#shared/routes.ts";
import { brand } from "#renderer/platform/brand.ts";
import { ScrollRestoration } from "./scroll-restoration.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Guard } from "./guards.tsx";
import { pageOf } from "./pages.ts";

/**
 * Shows the page of the address behind its guard, or the not-found page. `findRoute` decides which, as
 * it does for the status that the server sends: React Router alone would ignore letter case and double
 * slashes. Its own route only reads the parameters.
 */
export function Router() {
  const location = useLocation();
  const { pathname } = location;
  const id = findRoute(brand, location);
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
