import { changeLanguage } from "../../src-shared/api/user.ts";
import { call } from "../api-client/client.ts";
import { onLanguageChosen } from "../i18n/wanted-language.ts";
import { useSession } from "../session/session-store.ts";

/** Stores the languages that a signed-in user chooses with the account: mails are written in the last one. */
export const watchLanguageChoices = (): void =>
  void onLanguageChosen((language) => {
    if (useSession.getState().user) void call(changeLanguage, { body: { language } });
  });
