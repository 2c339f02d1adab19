import { listMessages } from "#shared/api/contact-messages.ts";
import { getMember, listMembers } from "#shared/api/members.ts";
import { refresh } from "#renderer/api-client/query.ts";

/** Loads again what acts change, wherever it is shown. */
export const reload = () =>
  Promise.all([refresh(getMember), refresh(listMembers), refresh(listMessages)]);
