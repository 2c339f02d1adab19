import { Button, makeStyles, Spinner } from "@fluentui/react-components";
import type { EditorView } from "@milkdown/prose/view";
import { useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "#renderer/components/notice.tsx";
import { insertPicture, pictureSpot } from "./commands.ts";
import { changeUploads, positionOf } from "./upload-positions.ts";

const useStyles = makeStyles({
  list: { display: "grid", gap: "8px", margin: "0 0 16px", padding: 0, listStyleType: "none" },
  row: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px" },
  words: { flex: 1, overflowWrap: "anywhere" },
});

export type Upload = { id: string; name: string; failure: string | null };

let count = 0;

type UploadSetting = {
  view: RefObject<EditorView | null>;
  upload: (file: File) => Promise<string>;
  /** Called with the name of a picture that was inserted. */
  onInserted: (src: string) => void;
};

/** Hook: uploads pictures and inserts them where they were dropped, whatever happens to the text meanwhile. */
export function useUploads({ view, upload, onInserted }: UploadSetting) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const isInserting = useRef<Promise<unknown>>(Promise.resolve());
  const drop = (id: string) => setUploads((all) => all.filter((one) => one.id !== id));
  const finish = (id: string, src: string | null) => {
    const current = view.current;
    if (!current || current.isDestroyed) return;
    const at = positionOf(current.state, id);
    current.dispatch(changeUploads(current.state, { remove: id }));
    if (src === null) return;
    insertPicture(at, src)(current.state, current.dispatch);
    onInserted(src);
  };
  const send = async (file: File, at: number) => {
    count += 1;
    const id = `upload-${count}`;
    const name = file.name;
    setUploads((all) => [...all, { id, name, failure: null }]);
    const current = view.current;
    if (current) {
      const spot = pictureSpot(current.state.doc, at);
      current.dispatch(changeUploads(current.state, { add: { id, at: spot } }));
    }
    // Pictures that were dropped together keep their order.
    const stored = Promise.allSettled([upload(file), isInserting.current]);
    isInserting.current = stored;
    const [result] = await stored;
    finish(id, result.status === "fulfilled" ? result.value : null);
    if (result.status === "fulfilled") return drop(id);
    const { reason }: { reason: unknown } = result;
    const failure = reason instanceof Error ? reason.message : String(reason);
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, failure } : one)));
  };
  return { uploads, send, dismiss: drop };
}

type UploadListProps = { uploads: Upload[]; onDismiss: (id: string) => void };

/** Lists the pictures that are being uploaded, and those that were refused. */
export function UploadList({ uploads, onDismiss }: UploadListProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  if (uploads.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t("editor.picture.uploads")}>
      {uploads.map(({ id, name, failure }) => (
        <li key={id}>
          {failure === null ? (
            <div className={styles.row} role="status">
              <Spinner size="tiny" />
              <span className={styles.words}>{t("editor.picture.uploading", { name })}</span>
            </div>
          ) : (
            <Notice intent="error">
              <div className={styles.row}>
                <span className={styles.words}>
                  {t("editor.picture.refused", { name, reason: failure })}
                </span>
                <Button onClick={() => onDismiss(id)}>{t("editor.picture.dismiss")}</Button>
              </div>
            </Notice>
          )}
        </li>
      ))}
    </ul>
  );
}
