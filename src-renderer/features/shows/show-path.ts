import { routePath } from "#shared/routes.ts";

/** Returns the address of a show. */
export const showPath = (id: string): string => `${routePath("showDay")}?show=${id}`;
