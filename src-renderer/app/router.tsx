import { createElement, useLayoutEffect } from "react";
import { Route, Routes, NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { routeIds, routes } from "../../src-shared/routes.ts";
import { useChunk } from "../components/load-chunk.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Guard } from "./guards.tsx";
import { PageSkeleton } from "./layouts/page-skeleton.tsx";
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

/** The pages of the route list, each behind its guard; everything else is the not-found page. */
export function Router() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <ScrollToTop />
      <Routes>
        {routeIds.map((id) => (
          <Route
            key={id}
            path={routes[id].path}
            element={
              <Guard key={pathname} access={routes[id].access}>
                <LazyPage id={id} />
              </Guard>
            }
          />
        ))}
        <Route path="*" element={<LazyPage id="notFound" />} />
      </Routes>
    </ErrorBoundary>
  );
}
