import { routeIds, routes, type RouteId } from "#shared/routes.ts";

/** Routes whose pages search engines may list. */
export type PublicRouteId = {
  [Id in RouteId]: (typeof routes)[Id] extends { publicHtml: true } ? Id : never;
}[RouteId];

export const isPublicRoute = (id: RouteId): id is PublicRouteId => "publicHtml" in routes[id];

export const publicRouteIds = routeIds.filter(isPublicRoute);

/** Routes of public pages of which there is one for each entry or author. */
export type ItemRouteId = {
  [Id in RouteId]: (typeof routes)[Id] extends { publicItem: true } ? Id : never;
}[RouteId];

export const isItemRoute = (id: RouteId): id is ItemRouteId => "publicItem" in routes[id];
