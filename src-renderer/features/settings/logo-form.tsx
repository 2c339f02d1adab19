import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { message } from "#shared/api/fields.ts";
import { changeLogo, getSettings, logoLimits, removeLogo } from "#shared/api/settings.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FileButton } from "#renderer/components/form/file-button.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError, type Failure } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { brand } from "#renderer/platform/brand.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import type { Settings } from "./setting-form.tsx";

const kinds = ["image/png", "image/jpeg", "image/webp"];

const useStyles = makeStyles({
  root: { display: "grid", gap: "20px" },
  grounds: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 240px), 1fr))",
    gap: "20px",
  },
  ground: { display: "grid", gap: "12px", justifyItems: "start", alignContent: "start" },
  picture: {
    display: "grid",
    placeItems: "center",
    width: "100%",
    height: "144px",
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    forcedColorAdjust: "none",
    "> img": { width: "96px", height: "96px", objectFit: "contain" },
  },
  failure: { width: "100%" },
  hint: { margin: 0, color: tokens.colorNeutralForeground2, maxWidth: "60ch" },
  actions: { display: "flex", flexWrap: "wrap", gap: "12px 20px" },
});

/** Says at the field why a file was refused. */
function LogoFailure({ failure }: { failure: Failure }) {
  const { t } = useTranslation(["settings", "forms"]);
  const [refusal] = Object.values(failure.fields ?? {});
  if (refusal !== undefined) return <Notice intent="error">{refusal}</Notice>;
  const words = {
    [message.logoKind]: t("forms:logoKind"),
    "payload-too-large": t("logo.large"),
    conflict: t("failed.logoConflict"),
    "read-only": t("failed.readOnly"),
  };
  return <FormFailure error={rootError(failure)} words={words} />;
}

type GroundName = "light" | "dark";

type GroundProps = {
  ground: GroundName;
  logo: Settings["logo"];
  /** Whether a file for either background is being uploaded: the two share a revision. */
  busy: boolean;
  isUploading: boolean;
  failure: Failure | null;
  onFile: (file: File) => void;
};

/** The logo on a ground of the portal, and the button that replaces it. What is refused changes nothing. */
function Ground({ ground, logo, busy, isUploading, failure, onFile }: GroundProps) {
  const styles = useStyles();
  const { t } = useTranslation("settings");
  const { paper, ground: dark } = brand.colours;
  const title = t(`logo.${ground}`);
  return (
    <div role="group" aria-label={title} className={styles.ground}>
      <Heading level={3} size="label">
        {title}
      </Heading>
      <div
        className={styles.picture}
        style={{ backgroundColor: ground === "light" ? paper : dark }}
      >
        <img src={ground === "light" ? logo.onLight : logo.onDark} alt={t("rows.logo")} />
      </div>
      {(ground === "light" || logo.isOwn) && (
        <FileButton accept={kinds.join()} disabled={busy} onFile={onFile}>
          {t(isUploading ? "logo.uploading" : "logo.upload")}
        </FileButton>
      )}
      {failure && (
        <div className={styles.failure}>
          <LogoFailure failure={failure} />
        </div>
      )}
    </div>
  );
}

type RemoveLogoProps = { revision: number; disabled: boolean; onDone: () => void };

function RemoveLogo({ revision, disabled, onDone }: RemoveLogoProps) {
  const { t } = useTranslation("settings");
  const [isOpen, setOpen] = useState(false);
  const removing = useMutation(async () => {
    const { error } = await call(removeLogo, { query: { revision }, silent: true });
    if (!error || error.code === "conflict") await refresh(getSettings);
    if (error) return error;
    setOpen(false);
    onDone();
    return null;
  });
  return (
    <>
      <DangerButton size="large" disabledFocusable={disabled} onClick={() => setOpen(true)}>
        {t("logo.remove")}
      </DangerButton>
      <ConfirmDialog
        open={isOpen}
        isDanger
        title={t("logo.removeTitle")}
        action={t("logo.remove")}
        busy={removing.busy}
        onConfirm={() => void removing.run()}
        onClose={() => {
          setOpen(false);
          removing.reset();
        }}
      >
        <p>{t("logo.removeText")}</p>
        {removing.failure && <LogoFailure failure={removing.failure} />}
      </ConfirmDialog>
    </>
  );
}

type LogoFormProps = {
  settings: Settings;
  /** Called with what was done. */
  onDone: (text: string) => void;
  onClose: () => void;
};

/** The logo: an upload takes effect at once, so that there is nothing to save. */
export function LogoForm({ settings: { logo }, onDone, onClose }: LogoFormProps) {
  const styles = useStyles();
  const { t } = useTranslation(["settings", "common"]);
  const [chosenFor, setChosenFor] = useState<GroundName>("light");
  const { busy, failure, run } = useMutation(
    async (ground: GroundName, chosen: File): Promise<Failure | null> => {
      setChosenFor(ground);
      if (chosen.size > logoLimits.bytes) return { kind: "rejected", code: "payload-too-large" };
      if (!kinds.includes(chosen.type)) return { kind: "rejected", code: message.logoKind };
      const query = { ground, revision: logo.revision };
      const { error } = await call(changeLogo, { query, body: chosen, silent: true });
      // What somebody else has done is shown beside the failure.
      if (!error || error.code === "conflict") await refresh(getSettings);
      if (error) return error;
      onDone(t("logo.done"));
      return null;
    },
  );
  const groundProps = (ground: GroundName) => ({
    ground,
    logo,
    busy,
    isUploading: busy && chosenFor === ground,
    failure: chosenFor === ground ? failure : null,
    onFile: (file: File) => void run(ground, file),
  });
  return (
    <div className={styles.root}>
      <p className={styles.hint}>{t("logo.hint")}</p>
      <div className={styles.grounds}>
        <Ground {...groundProps("light")} />
        <Ground {...groundProps("dark")} />
      </div>
      <div className={styles.actions}>
        {/* A refusal in a closed form would be seen by nobody. */}
        <Button size="large" disabledFocusable={busy} onClick={onClose}>
          {t("common:close")}
        </Button>
        {logo.isOwn && (
          <RemoveLogo
            revision={logo.revision}
            disabled={busy}
            onDone={() => onDone(t("logo.removed"))}
          />
        )}
      </div>
    </div>
  );
}
