import { makeStyles } from "@fluentui/react-components";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Heading } from "../../../components/heading.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { type Declaration, DeclarationText } from "./declaration.tsx";

const useStyles = makeStyles({
  root: { display: "grid", gap: "20px" },
  text: { margin: 0 },
});

/** The acknowledgement: what was declared, and when it was received (`at`, ISO). */
export function ReceivedDeclaration({ declaration, at }: { declaration: Declaration; at: string }) {
  const styles = useStyles();
  const { t } = useTranslation("withdrawal");
  const { dateTime } = useFormats();
  const title = useRef<HTMLHeadingElement>(null);
  // The button, which had the focus, is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <section aria-labelledby="withdrawal-received" className={styles.root}>
      <Heading level={2} size="small" id="withdrawal-received" ref={title}>
        {t("received.title")}
      </Heading>
      <p className={styles.text}>{t("received.at", { at: dateTime(at) })}</p>
      <DeclarationText declaration={declaration} />
      <p className={styles.text}>{t("received.mail", { address: declaration.email })}</p>
      <p className={styles.text}>{t("received.next")}</p>
    </section>
  );
}
