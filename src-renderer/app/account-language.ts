import { changeLanguage } from "#shared/api/user.ts";
import type { Language } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { onLanguageChosen } from "#renderer/i18n/wanted-language.ts";
import { useSession } from "#renderer/session/session-store.ts";

const store = (language: Language): void => void call(changeLanguage, { body: { language } });

/** Stores the language that a user chooses with the account, for mails: at once, or after the login. */
export function watchLanguageChoices(): void {
  let chosenBefore: Language | null = null;
  onLanguageChosen((language) => {
    if (useSession.getState().user) store(language);
    else chosenBefore = language;
  });
  useSession.subscribe(({ user }) => {
    if (!user || chosenBefore === null) return;
    store(chosenBefore);
    chosenBefore = null;
  });
}
