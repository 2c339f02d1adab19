import { useEffect } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import {
  namedLanguage,
  searchInLanguage,
  takeLanguage,
  useWantedLanguage,
} from "../i18n/wanted-language.ts";

/**
 * Keeps language and address (`?lang=pl`) together: a link that names a language brings it, until the
 * user has chosen one. Other addresses are rewritten to the language wanted: those visited after a
 * choice, and those of the history, whose language is an earlier wish.
 */
export function LanguageInAddress() {
  const { language, chosen } = useWantedLanguage();
  const { pathname, search, hash, state } = useLocation();
  const isLink = useNavigationType() !== NavigationType.Pop;
  const navigate = useNavigate();
  const named = namedLanguage(search);
  useEffect(() => {
    if (named === null || named === language) return;
    if (isLink && !chosen) return takeLanguage(named);
    const to = { pathname, search: searchInLanguage(search, language), hash };
    void navigate(to, { replace: true, state });
  }, [named, language, chosen, isLink, pathname, search, hash, state, navigate]);
  return null;
}
