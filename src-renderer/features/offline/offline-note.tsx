import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useIsUnreachable } from "#renderer/api-client/connection.ts";
import { useFrame } from "#renderer/components/frame.ts";
import { TextLink, ButtonLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media } from "#renderer/theme/tokens.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { routePath } from "#shared/routes.ts";
import { MotifArt } from "#renderer/components/cover-art/motif-art.tsx";
import { Page } from "#renderer/components/page.tsx";

const useMissingOfflineStyles = makeStyles({
  missing: { display: "grid", justifyItems: "start", gap: "24px" },
});

/** Says that an entry is not on this device. */
export function MissingOffline() {
  const styles = useMissingOfflineStyles();
  const { t } = useTranslation("shelf");
  return (
    <Page title={t("offline.missing.title")} lead={t("offline.missing.text")} width="reading">
      <div className={styles.missing}>
        <MotifArt motif="treat-jar" size={120} />
        <ButtonLink to={routePath("saved")} look="accent">
          {t("offline.missing.action")}
        </ButtonLink>
      </div>
    </Page>
  );
}

const useStyles = makeStyles({
  note: { paddingTop: "24px", [media.print]: { display: "none" } },
});

type OfflineNoteProps = {
  /** When it was kept, and until when it may be read, in ms since 1970. */
  keptAt: number;
  until: number;
  /** Address of what the server has. */
  current: string;
  /** Called when the user asks for that, where the address is that of the page already. */
  onCurrent?: (() => void) | undefined;
};

/** Says since when and until when something is on this device; with a connection, the way to the current version. */
export function OfflineNote({ keptAt, until, current, onCurrent }: OfflineNoteProps) {
  const styles = useStyles();
  const { frame } = useFrame();
  const { t } = useTranslation("shelf");
  const { deviceDay } = useFormats();
  const isMember = useIsActiveMember();
  const isUnreachable = useIsUnreachable();
  const day = (time: number) => deviceDay(new Date(time).toISOString());
  return (
    <div className={frame}>
      <div className={styles.note}>
        <Notice>
          <p>{t("offline.entry", { stored: day(keptAt), until: day(until) })}</p>
          {isMember && !isUnreachable && (
            <TextLink to={current} {...(onCurrent && { onClick: onCurrent })}>
              {t("offline.current")}
            </TextLink>
          )}
        </Notice>
      </div>
    </div>
  );
}
