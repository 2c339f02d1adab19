import { useEffect } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import {
  namedLanguage,
  searchInLanguage,
  adoptLanguage,
  useWantedLanguage,
} from "#renderer/i18n/wanted-language.ts";

/**
 * Keeps the language and the address (`?lang=pl`) in step. A link that names a language changes the
 * language, until the user has chosen one. After that, and for addresses of the history, the address
 * is rewritten to the current language.
 */
export function LanguageInAddress() {
  const { language, chosen } = useWantedLanguage((wanted) => wanted);
  const { pathname, search, hash, state } = useLocation();
  const isLink = useNavigationType() !== NavigationType.Pop;
  const navigate = useNavigate();
  const named = namedLanguage(search);
  useEffect(() => {
    if (named === null || named === language) return;
    if (isLink && !chosen) return adoptLanguage(named);
    // A step in the history since the rendering leads to another address, which must not be replaced.
    if (window.location.pathname + window.location.search !== pathname + search) return;
    const to = { pathname, search: searchInLanguage(search, language), hash };
    void navigate(to, { replace: true, state });
  }, [named, language, chosen, isLink, pathname, search, hash, state, navigate]);
  return null;
}
