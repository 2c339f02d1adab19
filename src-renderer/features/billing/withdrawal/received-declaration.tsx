import { makeStyles } from "@fluentui/react-components";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Withdrawable } from "#shared/api/membership.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { type Declaration, DeclarationText } from "./declaration.tsx";
import { WithdrawableText } from "./withdrawable-text.tsx";

const useStyles = makeStyles({
  root: { display: "grid", gap: "20px" },
  text: { margin: 0 },
});

type ReceivedDeclarationProps = {
  declaration: Declaration;
  /** The contract that has ended with it; null when the buyer is asked by mail, or nobody knows it. */
  contract: Withdrawable | null;
  /** When it was received (ISO). */
  at: string;
};

/** The acknowledgement: what was declared, when it was received, and what follows. */
export function ReceivedDeclaration({ declaration, contract, at }: ReceivedDeclarationProps) {
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
      {contract ? (
        <>
          <WithdrawableText contract={contract} />
          <p className={styles.text}>{t("received.mail")}</p>
        </>
      ) : (
        <>
          <p className={styles.text}>{t("received.asked")}</p>
          <p className={styles.text}>{t("received.next")}</p>
        </>
      )}
    </section>
  );
}
