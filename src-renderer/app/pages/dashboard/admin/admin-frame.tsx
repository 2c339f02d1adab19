export { AdminSectionPage } from "./admin-section-page.tsx";
export { AdminTabs } from "./admin-tabs.tsx";
