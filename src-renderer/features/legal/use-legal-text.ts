import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { defaultLanguage } from "../../../src-shared/languages.ts";
import { readLegalText, type LegalDocument, type LegalText } from "./legal-text.ts";

/** The brand's documents, each a chunk of its own. */
const files = import.meta.glob<string>("../../../resources/brand/legal/*.md", {
  query: "?raw",
  import: "default",
});

/** Loads a document in a language, in English where there is none. Rejects when its chunk does not come. */
async function load(document: LegalDocument, language: string): Promise<LegalText> {
  const fileOf = (name: string) => files[`../../../resources/brand/legal/${document}.${name}.md`];
  const file = fileOf(language) ?? fileOf(defaultLanguage);
  if (!file) throw new Error(`There is no legal text "${document}".`);
  return readLegalText(document, await file());
}

type State = { text: LegalText | null; failed: boolean };

/** A document in the interface's language: its text once it is there, or that it failed, and a retry. */
export function useLegalText(document: LegalDocument): State & { retry: () => void } {
  const { language } = useTranslation().i18n;
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ text: null, failed: false });
  useEffect(() => {
    let left = false;
    const show = (next: State) => {
      if (!left) setState(next);
    };
    load(document, language).then(
      (text) => show({ text, failed: false }),
      () => show({ text: null, failed: true }),
    );
    return () => {
      left = true;
    };
  }, [document, language, attempt]);
  const retry = useCallback(() => {
    setState({ text: null, failed: false });
    setAttempt((count) => count + 1);
  }, []);
  return { ...state, retry };
}
