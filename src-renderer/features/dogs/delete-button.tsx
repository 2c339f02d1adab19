import { Button, makeStyles } from "@fluentui/react-components";
import { DeleteRegular } from "@fluentui/react-icons";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ApiResult } from "#renderer/api-client/api-failure.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { reloadDogs } from "./reload-dogs.ts";

const useStyles = makeStyles({ icon: { minWidth: "44px", minHeight: "44px" } });

type OpenButtonProps = {
  label: string;
  /** Name of the button, which says what it deletes. */
  of: string;
  /** Whether it is an icon without the label, for rows of a table. */
  isIcon?: boolean;
};

function OpenButton({
  label,
  of,
  isIcon = false,
  onClick,
}: OpenButtonProps & { onClick: () => void }) {
  const styles = useStyles();
  const props = { "aria-label": of, onClick };
  if (!isIcon) {
    return (
      <DangerButton {...props} size="large">
        {label}
      </DangerButton>
    );
  }
  return <Button {...props} appearance="subtle" className={styles.icon} icon={<DeleteRegular />} />;
}

type DeleteButtonProps = OpenButtonProps & {
  question: string;
  action: string;
  onDelete: () => Promise<ApiResult<unknown>>;
  /** Called once it is gone from the list. */
  onDeleted: () => void;
  children: ReactNode;
};

/** Deletes a dog or a measurement after asking; the children say what goes with it. */
export function DeleteButton(props: DeleteButtonProps) {
  const { question, action, onDelete, onDeleted, children, ...button } = props;
  const { t } = useTranslation("dogs");
  const [open, setOpen] = useState(false);
  const deletion = useMutation(async () => {
    const { error } = await onDelete();
    // "not-found": it was deleted in another window already.
    if (error && error.code !== "not-found") return error;
    setOpen(false);
    await reloadDogs();
    onDeleted();
    return null;
  });
  return (
    <>
      <OpenButton {...button} onClick={() => setOpen(true)} />
      <ConfirmDialog
        open={open}
        isDanger
        title={question}
        action={action}
        busy={deletion.busy}
        onConfirm={() => void deletion.run()}
        onClose={() => {
          setOpen(false);
          deletion.reset();
        }}
      >
        {children}
        {deletion.failure && <Notice intent="error">{t("deleteFailed")}</Notice>}
      </ConfirmDialog>
    </>
  );
}
