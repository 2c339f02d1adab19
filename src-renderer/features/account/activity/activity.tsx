import { Button } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { LoadingLines } from "#renderer/components/states.tsx";

const OwnActivity = lazyChunk(
  () => import("./own-activity.tsx"),
  () => <LoadingLines lines={4} />,
);

/** The user's part of the audit trail, which is loaded when it is opened. */
export function Activity() {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(false);
  if (open) return <OwnActivity />;
  return (
    <Button
      size="large"
      onPointerEnter={() => void OwnActivity.load()}
      onClick={() => setOpen(true)}
    >
      {t("activity.open")}
    </Button>
  );
}
