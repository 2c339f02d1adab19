import { Button, makeStyles } from "@fluentui/react-components";
import { SpeakerOffRegular, Speaker2Regular } from "@fluentui/react-icons";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

const useStyles = makeStyles({ button: { justifySelf: "center", minHeight: "56px" } });

type ReadAloudProps = {
  /** What is on screen, and its language. */
  text: string;
  lang: string;
};

/** Reads what is on screen aloud once it is asked to, and every page that follows. Nothing where devices have no voice. */
export function ReadAloud({ text, lang }: ReadAloudProps) {
  const styles = useStyles();
  const { t } = useTranslation("field");
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = lang;
    speechSynthesis.speak(spoken);
    return () => speechSynthesis.cancel();
  }, [isOn, text, lang]);
  if (!("speechSynthesis" in window)) return null;
  return (
    <Button
      appearance="subtle"
      size="large"
      className={styles.button}
      icon={isOn ? <Speaker2Regular /> : <SpeakerOffRegular />}
      aria-pressed={isOn}
      onClick={() => setOn(!isOn)}
    >
      {t("aloud")}
    </Button>
  );
}
