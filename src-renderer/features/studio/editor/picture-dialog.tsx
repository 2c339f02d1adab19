import { Field, Input, makeStyles, Textarea } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  fields: { display: "grid", gap: "16px" },
  picture: {
    maxWidth: "100%",
    maxHeight: "200px",
    objectFit: "contain",
    borderRadius: tokens.borderRadiusMedium,
  },
});

export type PictureWords = { alt: string; caption: string };

type PictureDialogProps = {
  /** Address under which the picture is shown; undefined if it is unknown. */
  address: string | undefined;
  words: PictureWords;
  onSave: (words: PictureWords) => void;
  onClose: () => void;
};

/** Asks for the text alternative and the caption of a picture. */
export function PictureDialog({ address, words, onSave, onClose }: PictureDialogProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const [alt, setAlt] = useState(words.alt);
  const [caption, setCaption] = useState(words.caption);
  return (
    <ConfirmDialog
      open
      title={t("editor.picture.title")}
      action={t("editor.picture.save")}
      dismiss={t("editor.picture.later")}
      onConfirm={() => onSave({ alt: alt.trim(), caption: caption.trim() })}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {address !== undefined && <img className={styles.picture} src={address} alt="" />}
        <Field label={t("editor.picture.alt")} hint={t("editor.picture.altHint")}>
          <Textarea value={alt} resize="vertical" onChange={(_, { value }) => setAlt(value)} />
        </Field>
        <Field label={t("editor.picture.caption")} hint={t("editor.picture.captionHint")}>
          <Input value={caption} onChange={(_, { value }) => setCaption(value)} />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
