import { Button } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { OwnActivity } from "./own-activity.tsx";

/** The user's part of the audit trail, which is loaded when it is opened. */
export function Activity() {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(false);
  if (open) return <OwnActivity />;
  return (
    <Button size="large" onClick={() => setOpen(true)}>
      {t("activity.open")}
    </Button>
  );
}
