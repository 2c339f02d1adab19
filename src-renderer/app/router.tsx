import { createElement, useLayoutEffect } from "react";
import { Route, Routes, NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { matchRoute, routes } from "../../src-shared/routes.ts";
import { useChunk } from "../components/load-chunk.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Guard } from "./guards.tsx";
import { PageSkeleton } from "./layouts/loading-screens.tsx";
import { pageOf, type PageId } from "./pages.ts";

function LazyPage({ id }: { id: PageId }) {
  const page = useChunk(pageOf(id));
  return page ? createElement(page) : <PageSkeleton />;
}

/** A new page starts at its top; back and forward keep the browser's position. */
function ScrollToTop() {
  const type = useNavigationType();
  useLayoutEffect(() => {
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [type]);
  return null;
}

/**
 * The page of an address, behind its guard; the not-found page where there is none. `matchRoute`
 * decides, as it does for the server's status; React Router alone would ignore letter case and double
 * slashes. Its own route only reads the parameters.
 */
export function Router() {
  const { pathname } = useLocation();
  const id = matchRoute(pathname);
  return (
    <ErrorBoundary key={pathname}>
      <ScrollToTop />
      <Routes>
        {id !== null && (
          <Route
            path={routes[id].path}
            element={
              <Guard key={pathname} access={routes[id].access}>
                <LazyPage id={id} />
              </Guard>
            }
          />
        )}
        <Route path="*" element={<LazyPage id="notFound" />} />
      </Routes>
    </ErrorBoundary>
  );
}
