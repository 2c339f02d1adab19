import { accounts } from "./modules/accounts/module.ts";
import { announcements } from "./modules/announcements/module.ts";
import { audit } from "./modules/audit/module.ts";
import { billing } from "./modules/billing/module.ts";
import { board } from "./modules/board/module.ts";
import { contact } from "./modules/contact/module.ts";
import { dogs } from "./modules/dogs/module.ts";
import { flags } from "./modules/flags/module.ts";
import { installation } from "./modules/installation/module.ts";
import { library } from "./modules/library/module.ts";
import { mailings } from "./modules/mailings/module.ts";
import { membership } from "./modules/membership/module.ts";
import { members } from "./modules/members/module.ts";
import { readers } from "./modules/readers/module.ts";
import { training } from "./modules/training/module.ts";
import { shows } from "./modules/shows/module.ts";
import { redirects } from "./modules/redirects/module.ts";
import { settings } from "./modules/settings/module.ts";
import { shelf } from "./modules/shelf/module.ts";
import { webhooks } from "./modules/webhooks/module.ts";
import type { ContentSync } from "./infra/content-folder/sync-content.ts";
import type { Portal, PortalModule } from "./portal.ts";

/** Every module of the API; endpoints, jobs and personal data derive from this list. */
export const modules: readonly PortalModule[] = [
  library,
  announcements,
  redirects,
  accounts,
  contact,
  flags,
  billing,
  membership,
  dogs,
  training,
  shows,
  shelf,
  readers,
  members,
  mailings,
  audit,
  settings,
  webhooks,
  board,
  installation,
];

/** Returns what brings the content of all modules in line with a content folder, in order. */
export const contentSyncs = (
  services: Pick<Portal, "database" | "config" | "now" | "brand">,
  folder: string,
): ContentSync[] => modules.flatMap((module) => module.contentSyncs?.(services, folder) ?? []);
