import { Button, Field, makeStyles, mergeClasses, Slider } from "@fluentui/react-components";
import { use, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { maxPictureBytes, uploadPicture } from "#shared/api/studio.ts";
import { languageTitle } from "#shared/languages.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { FileButton, FileFailure } from "#renderer/components/form/file-button.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { writtenLanguages } from "#renderer/platform/brand.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { AreaInput, EntryForm, FieldGroup, isFields, textOf, withField } from "../fields/field.tsx";
import type { DraftSaver } from "../saving/draft-saver.ts";
import { uploadInTurn } from "../video/upload-in-turn.ts";

const useStyles = makeStyles({
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  row: { display: "flex", flexWrap: "wrap", gap: "8px" },
  picker: {
    position: "relative",
    justifySelf: "start",
    display: "block",
    padding: 0,
    border: "none",
    backgroundColor: "transparent",
    lineHeight: 0,
    cursor: "crosshair",
    ":disabled": { cursor: "default" },
  },
  whole: { maxWidth: "100%", maxHeight: "320px", borderRadius: tokens.borderRadiusMedium },
  // Seen on any picture: dark in light.
  point: {
    position: "absolute",
    boxSizing: "border-box",
    width: "24px",
    height: "24px",
    margin: "-12px 0 0 -12px",
    borderRadius: tokens.borderRadiusCircular,
    border: "3px solid #fff",
    boxShadow: "0 0 0 2px #000, inset 0 0 0 2px #000",
    pointerEvents: "none",
  },
  crops: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 120px), 1fr))",
    gap: "12px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
    alignItems: "end",
  },
  crop: { display: "grid", gap: "4px", fontSize: "14px", lineHeight: "20px" },
  cut: { width: "100%", objectFit: "cover", borderRadius: tokens.borderRadiusMedium },
  card: { aspectRatio: "16 / 9" },
  phone: { aspectRatio: "2 / 1" },
  row43: { aspectRatio: "4 / 3" },
  link: { aspectRatio: "600 / 630" },
});

/** Sizes from which the browser makes a picture smaller before it is sent: the server takes no larger ones. */
const sent = { pixels: 25_000_000, width: 2800 };

/** Returns a picture that the server takes, made smaller if it has to be; as it is where the browser cannot. */
async function madeSmaller(file: File): Promise<Blob> {
  const bitmap = await globalThis.createImageBitmap?.(file).catch(() => null);
  if (!bitmap) return file;
  const { width, height } = bitmap;
  if (file.size <= maxPictureBytes && width * height <= sent.pixels) {
    bitmap.close();
    return file;
  }
  const scale = Math.min(1, sent.width / width, sent.width / height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  if (context) context.imageSmoothingQuality = "high";
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const smaller = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/webp", 0.9),
  );
  return smaller ?? file;
}

type Point = { x: number; y: number };

const isShare = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && value <= 1;

/** Returns the point of a field; the middle for any other value. */
const pointOf = (value: unknown): Point => {
  const { x, y } = isFields(value) ? value : {};
  return { x: isShare(x) ? x : 0.5, y: isShare(y) ? y : 0.5 };
};

const rounded = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;

type FocusProps = { address: string; focus: Point; onChange: (focus: Point) => void };

/** The point that stays in view: set by a click on the picture or by two sliders, with what is cut off in each place. */
function Focus({ address, focus, onChange }: FocusProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { isReadOnly } = use(EntryForm);
  const [left, top] = [`${focus.x * 100}%`, `${focus.y * 100}%`];
  const setAt = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const box = currentTarget.getBoundingClientRect();
    onChange({
      x: rounded((clientX - box.left) / box.width),
      y: rounded((clientY - box.top) / box.height),
    });
  };
  return (
    <>
      {/* The sliders below are the same for the keyboard. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        disabled={isReadOnly}
        className={styles.picker}
        onClick={setAt}
      >
        <img src={address} alt="" className={styles.whole} />
        <span className={styles.point} style={{ left, top }} />
      </button>
      {(["x", "y"] as const).map((axis) => {
        const share = Math.round(focus[axis] * 100);
        return (
          <Field key={axis} label={t(`cover.${axis}`, { share })}>
            <Slider
              min={0}
              max={100}
              value={share}
              disabled={isReadOnly}
              aria-valuetext={`${share}%`}
              onChange={(_, { value }) => onChange({ ...focus, [axis]: value / 100 })}
            />
          </Field>
        );
      })}
      <ul className={styles.crops} aria-label={t("cover.crops")}>
        {(
          [
            ["card", styles.card],
            ["phone", styles.phone],
            ["row", styles.row43],
            ["link", styles.link],
          ] as const
        ).map(([place, shape]) => (
          <li key={place} className={styles.crop}>
            <img
              src={address}
              alt=""
              className={mergeClasses(styles.cut, shape)}
              style={{ objectPosition: `${left} ${top}` }}
            />
            {t(`cover.crop.${place}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

type CoverFieldProps = {
  saver: DraftSaver;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** A picture in place of the drawing: what it is, which point of it stays in view, and what it shows in words. */
export function CoverField({ saver, value, onChange }: CoverFieldProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation(["studio", "forms"]);
  const { isReadOnly } = use(EntryForm);
  const { kind, slug, pictures } = saver.read().entry;
  const cover = isFields(value) ? value : null;
  const alt = isFields(cover?.["alt"]) ? cover["alt"] : {};
  const address = pictures[textOf(cover?.["picture"])];
  const { busy, failure, run } = useMutation<[File], ApiFailure | "large">(async (file) => {
    const body = await madeSmaller(file);
    if (body.size > maxPictureBytes) return "large";
    const { data, error } = await uploadInTurn(saver, () =>
      call(uploadPicture, {
        params: { kind, slug },
        query: { name: file.name.slice(-300), use: "cover" },
        body,
        silent: true,
      }),
    );
    // Words about another picture would be wrong.
    if (data) onChange({ picture: data.name, focus: { x: 0.5, y: 0.5 }, alt: {} });
    return error;
  });
  if (isReadOnly && !cover) return null;
  return (
    <FieldGroup place="cover" title={t("fields.cover")}>
      {!isReadOnly && (
        <>
          <p className={styles.hint}>{t("cover.hint")}</p>
          <div className={styles.row}>
            <FileButton
              accept="image/jpeg,image/png,image/webp,image/gif"
              disabled={busy}
              onFile={(file) => void run(file)}
            >
              {t(cover ? "cover.another" : "video.files.choosePicture")}
            </FileButton>
            {cover && (
              <Button size="large" onClick={() => onChange(undefined)}>
                {t("cover.remove")}
              </Button>
            )}
          </div>
          {busy && <p role="status">{t("cover.uploading")}</p>}
        </>
      )}
      {failure === "large" ? (
        <Notice intent="error">{t("forms:pictureLarge")}</Notice>
      ) : (
        <FileFailure failure={failure} field="picture" />
      )}
      {cover && (
        <>
          {address !== undefined && (
            <Focus
              address={address}
              focus={pointOf(cover["focus"])}
              onChange={(focus) => onChange({ ...cover, focus })}
            />
          )}
          {writtenLanguages().map((language) => (
            <AreaInput
              key={language}
              place={`cover.alt.${language}`}
              rows={2}
              lang={language}
              label={t("inLanguage", {
                language: languageTitle(language, i18n.language),
                field: t("editor.picture.alt"),
              })}
              hint={t("cover.altHint")}
              value={alt[language]}
              onChange={(words) => onChange({ ...cover, alt: withField(alt, language, words) })}
            />
          ))}
        </>
      )}
    </FieldGroup>
  );
}
