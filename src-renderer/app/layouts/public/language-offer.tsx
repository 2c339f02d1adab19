import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "#shared/languages.ts";
import { useFrame } from "#renderer/components/frame.ts";
import { useIsInBrowser } from "#renderer/components/use-is-in-browser.ts";
import { loadOffer } from "#renderer/i18n/i18n.ts";
import {
  chooseLanguage,
  languageToOffer,
  useWantedLanguage,
} from "#renderer/i18n/wanted-language.ts";
import { brand } from "#renderer/platform/brand.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

/** Height of the strip in px. */
const height = 56;

const useStyles = makeStyles({
  // Above the page, not in it: nothing moves when the strip comes and goes.
  strip: {
    position: "fixed",
    insetInline: 0,
    bottom: 0,
    zIndex: 10,
    paddingBottom: "env(safe-area-inset-bottom)",
    backgroundColor: tokens.colorDeep,
    color: tokens.colorOnDeep,
    [media.print]: { display: "none" },
  },
  content: { minHeight: `${height}px`, display: "flex", alignItems: "center", gap: "16px" },
  text: { [media.phone]: { display: "none" } },
  read: { minHeight: "44px" },
  dismiss: {
    minWidth: "44px",
    minHeight: "44px",
    marginLeft: "auto",
    marginRight: "-12px",
    color: tokens.colorOnDeep,
    ":hover": { color: tokens.colorOnDeep, backgroundColor: "transparent" },
  },
});

function Strip({ language }: { language: Language }) {
  const styles = useStyles();
  const { frame } = useFrame();
  const [isReady, setReady] = useState(false);
  const t = useTranslation().i18n.getFixedT(language, "common");
  useEffect(() => {
    void loadOffer(language).then(setReady, () => {}); // without a connection, nothing is offered
  }, [language]);
  // What gets the focus is scrolled above the strip.
  useEffect(() => {
    if (!isReady) return;
    const { style } = document.documentElement;
    style.scrollPaddingBottom = `${height}px`;
    return () => void style.removeProperty("scroll-padding-bottom");
  }, [isReady]);
  if (!isReady) return null;
  return (
    <section lang={language} aria-label={t("languageOffer.label")} className={styles.strip}>
      <div className={mergeClasses(frame, styles.content)}>
        <span className={styles.text}>{t("languageOffer.text")}</span>
        <Button className={styles.read} onClick={() => chooseLanguage(language)}>
          {t("languageOffer.read")}
        </Button>
        <Button
          appearance="transparent"
          className={styles.dismiss}
          icon={<DismissRegular />}
          aria-label={t("languageOffer.dismiss")}
          onClick={() => chooseLanguage(brand.languages[0])}
        />
      </div>
    </section>
  );
}

/** Offers visitors the language that their browser prefers, in that language, until they choose one. */
export function LanguageOffer() {
  const isInBrowser = useIsInBrowser();
  const isVisitor = useSession(({ status, user }) => status === "ready" && user === null);
  useWantedLanguage((wanted) => wanted); // every choice of a language ends the offer
  const language = isInBrowser && isVisitor ? languageToOffer() : null;
  return language && <Strip language={language} />;
}
