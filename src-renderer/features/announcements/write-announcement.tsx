import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormSuccess } from "../../components/form/form-success.tsx";
import { WriteForm } from "./write-form.tsx";

const useStyles = makeStyles({
  root: { display: "grid", gap: "24px", justifyItems: "start", paddingBottom: "40px" },
  form: { width: "100%" },
});

/** An admin's way to a new announcement: a button that opens the form. */
export default function WriteAnnouncement() {
  const styles = useStyles();
  const { t } = useTranslation(["announcements", "common"]);
  const [state, setState] = useState<"closed" | "open" | "published">("closed");
  const open = state === "open";
  return (
    <div className={styles.root}>
      <Button
        size="large"
        appearance={open ? "secondary" : "primary"}
        aria-expanded={open}
        onClick={() => setState(open ? "closed" : "open")}
      >
        {t(open ? "common:cancel" : "write.open")}
      </Button>
      {open && (
        <div className={styles.form}>
          <WriteForm onPublished={() => setState("published")} />
        </div>
      )}
      <FormSuccess>{state === "published" && t("write.done")}</FormSuccess>
    </div>
  );
}
