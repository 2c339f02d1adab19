import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { changeLanguage } from "#shared/api/user.ts";
import {
  chooseLanguage,
  adoptLanguage,
  useWantedLanguage,
} from "#renderer/i18n/wanted-language.ts";
import { useSession } from "#renderer/session/session-store.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { watchLanguageChoices } from "./account-language.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

watchLanguageChoices();
beforeEach(() => answer(changeLanguage, { data: "" }));
afterEach(() => useWantedLanguage.setState({ language: "en", chosen: false }));

it("stores a language with the account when its user chooses it, not when a link names it", async () => {
  useSession.setState({ user: ada });
  adoptLanguage("en");
  chooseLanguage("pl");
  await vi.waitFor(() => expect(sentTo(changeLanguage)).toHaveLength(1));
  expect(sentTo(changeLanguage)[0]?.input.body).toEqual({ language: "pl" });
});

it("stores a language that was chosen before the login after it, once", async () => {
  chooseLanguage("en");
  chooseLanguage("pl");
  expect(sentTo(changeLanguage)).toHaveLength(0);
  useSession.setState({ user: ada });
  await vi.waitFor(() => expect(sentTo(changeLanguage)).toHaveLength(1));
  useSession.setState({ user: { ...ada, name: "Ada Lovelace" } });
  chooseLanguage("en");
  await vi.waitFor(() => expect(sentTo(changeLanguage)).toHaveLength(2));
  const sent = sentTo(changeLanguage).map(({ input }) => input.body);
  expect(sent).toEqual([{ language: "pl" }, { language: "en" }]);
});
