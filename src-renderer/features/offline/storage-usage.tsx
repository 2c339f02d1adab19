import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Heading } from "#renderer/components/heading.tsx";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { setKeepsTexts } from "./stored-answers.ts";
import { removeVideo } from "./offline-videos.ts";
import type { OfflineLibrary } from "./read-offline-library.ts";
import { freeStorageBytes, useMegabytes } from "./storage-space.ts";

const useStyles = makeStyles({
  section: {
    marginTop: "64px",
    paddingTop: "32px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    maxWidth: "712px",
  },
  list: { margin: "16px 0", padding: 0, listStyleType: "none" },
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 16px",
    padding: "6px 0",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { flexGrow: 1, flexBasis: "200px" },
  size: { color: tokens.colorNeutralForeground2, fontVariantNumeric: "tabular-nums" },
  button: { minHeight: "44px" },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
});

type RowProps = { name: string; bytes: number; children: ReactNode };

function Row({ name, bytes, children }: RowProps) {
  const styles = useStyles();
  const { t } = useTranslation("shelf");
  const megabytes = useMegabytes();
  return (
    <li className={styles.row}>
      <span className={styles.name}>{name}</span>
      {bytes > 0 && (
        <span className={styles.size}>{t("room.megabytes", { size: megabytes(bytes) })}</span>
      )}
      {children}
    </li>
  );
}

/** Returns the bytes that are free for the portal; null where the browser does not say. */
function useFreeRoom(shelf: OfflineLibrary): number | null {
  const [free, setFree] = useState<number | null>(null);
  useEffect(() => {
    void freeStorageBytes().then(setFree);
  }, [shelf]);
  return free;
}

function Texts({ shelf, onRemoved }: { shelf: OfflineLibrary; onRemoved: () => void }) {
  const styles = useStyles();
  const { t } = useTranslation("shelf");
  const { entries, keepsTexts } = shelf;
  const bytes = entries.reduce((sum, stored) => sum + stored.bytes, 0);
  const change = async () => {
    await setKeepsTexts(!keepsTexts);
    if (keepsTexts) onRemoved();
  };
  return (
    <Row name={keepsTexts ? t("room.allTexts") : t("room.noTexts")} bytes={bytes}>
      <Button className={styles.button} onClick={() => void change()}>
        {keepsTexts ? t("room.removeTexts") : t("room.keepTexts")}
      </Button>
    </Row>
  );
}

/** Returns in one line what this device keeps, and until when; null while it keeps nothing and texts are off, as their row says. */
function useWhatIsKept({ entries, videos, until, keepsTexts }: OfflineLibrary): string | null {
  const { t } = useTranslation("shelf");
  const { deviceDay } = useFormats();
  const complete = videos.filter(({ isComplete }) => isComplete).length;
  const what = [
    ...(entries.length > 0 ? [t("room.texts", { count: entries.length })] : []),
    ...(complete > 0 ? [t("room.videos", { count: complete })] : []),
  ].join(", ");
  if (!what) return keepsTexts ? t("room.empty") : null;
  return t("room.line", { what, until: deviceDay(new Date(until).toISOString()) });
}

/** What takes how much room on this device, each with a button that removes it. */
export function StorageUsage({ shelf }: { shelf: OfflineLibrary }) {
  const styles = useStyles();
  const { t } = useTranslation("shelf");
  const whatIsKept = useWhatIsKept(shelf);
  const megabytes = useMegabytes();
  const free = useFreeRoom(shelf);
  const [message, setMessage] = useState("");
  const onRemoved = () => setMessage(t("room.removed"));
  const remove = async (slug: string) => {
    await removeVideo(slug);
    onRemoved();
  };
  return (
    <section className={styles.section} aria-labelledby="room">
      <Heading level={2} size="small" id="room">
        {t("room.title")}
      </Heading>
      {whatIsKept !== null && <p>{whatIsKept}</p>}
      <ul className={styles.list}>
        <Texts shelf={shelf} onRemoved={onRemoved} />
        {shelf.videos.map(({ slug, title, bytes, isComplete }) => (
          <Row
            key={slug}
            name={t(isComplete ? "room.video" : "room.incomplete", { title })}
            bytes={bytes}
          >
            <Button
              className={styles.button}
              aria-label={t("room.remove", { title })}
              onClick={() => void remove(slug)}
            >
              {t("room.removeShort")}
            </Button>
          </Row>
        ))}
      </ul>
      {free !== null && <p className={styles.note}>{t("room.free", { size: megabytes(free) })}</p>}
      <LiveText>{message}</LiveText>
    </section>
  );
}
