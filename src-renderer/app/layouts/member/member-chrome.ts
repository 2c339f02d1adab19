/** The menus and the theme of the member area: one chunk, which visitors do not load. */
export { memberTheme } from "#renderer/theme/member-theme.ts";
export { TimersOnScreen } from "#renderer/features/cooking/index.ts";
export { MemberTopBar } from "./member-top-bar.tsx";
export { NewsLinks } from "./news-links.tsx";
export { RenewalBanner } from "./renewal-banner.tsx";
export { SideMenu } from "./side-menu.tsx";
export { TabBar } from "./tab-bar.tsx";
