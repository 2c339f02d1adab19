import { listMessages } from "../../../../src-shared/api/contact-messages.ts";
import { getMember, listMembers } from "../../../../src-shared/api/members.ts";
import { refresh } from "../../../api-client/query.ts";

/** Loads again what acts change, wherever it is shown. */
export const reload = () =>
  Promise.all([refresh(getMember), refresh(listMembers), refresh(listMessages)]);
