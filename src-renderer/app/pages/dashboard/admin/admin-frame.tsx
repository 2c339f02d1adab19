export { AdminLinks } from "./admin-links.tsx";
export { AdminSectionPage } from "./admin-section-page.tsx";
