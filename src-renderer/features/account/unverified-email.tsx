import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sendVerification } from "../../../src-shared/api/account.ts";
import type { User } from "../../../src-shared/api/user.ts";
import { call } from "../../api-client/client.ts";
import { Notice } from "../../components/notice.tsx";

const useStyles = makeStyles({
  row: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
  text: { flex: "1 1 280px" },
});

/** Reminds of the mail that proves the address, and sends it again. Nothing once it is proven. */
export function UnverifiedEmail({ user }: { user: User }) {
  const styles = useStyles();
  const { t } = useTranslation(["account", "forms"]);
  const [state, setState] = useState<"idle" | "busy" | "sent" | "tooMany" | "failed">("idle");
  if (user.emailVerified !== false) return null;
  const send = async () => {
    setState("busy");
    const { error } = await call(sendVerification, {});
    if (!error) setState("sent");
    else setState(error.code === "too-many-requests" ? "tooMany" : "failed");
  };
  const texts = {
    idle: t("unverified.text", { address: user.email ?? "" }),
    busy: t("unverified.text", { address: user.email ?? "" }),
    sent: t("unverified.sent", { address: user.email ?? "" }),
    tooMany: t("forms:failure.tooMany"),
    failed: t("unverified.failed"),
  };
  return (
    <Notice intent={state === "sent" ? "success" : "warning"}>
      <div className={styles.row}>
        <span className={styles.text}>{texts[state]}</span>
        <Button disabledFocusable={state === "busy"} onClick={() => void send()}>
          {t(state === "sent" ? "unverified.again" : "unverified.send")}
        </Button>
      </div>
    </Notice>
  );
}
