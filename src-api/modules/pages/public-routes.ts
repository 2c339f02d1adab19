import { routeIds, routes, type RouteId } from "#shared/routes.ts";

/** Routes whose pages search engines may list. */
export type PublicRouteId = {
  [Id in RouteId]: (typeof routes)[Id] extends { publicHtml: true } ? Id : never;
}[RouteId];

export const isPublicRoute = (id: RouteId): id is PublicRouteId => "publicHtml" in routes[id];

export const publicRouteIds = routeIds.filter(isPublicRoute);
