import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deleteHeight, type Dog, type DogHeight } from "#shared/api/dogs.ts";
import { heightClassOf } from "#shared/height-class.ts";
import { call } from "#renderer/api-client/client.ts";
import { VisuallyHidden } from "#renderer/components/visually-hidden.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { DeleteButton } from "./delete-button.tsx";

/** Size of the drawing in its own units. */
const lineSize = { width: 320, height: 48, margin: 4 };

/** A smaller range of heights does not fill the drawing: differences of mm are no growth. */
const minRangeCm = 5;

const useHeightLineStyles = makeStyles({
  line: { display: "block", width: "100%", maxWidth: "320px", height: "48px", marginBottom: "8px" },
});

/** Returns the corners of the line, `x,y`, from the first measurement to the latest. */
function cornersOf(heights: readonly DogHeight[]): string[] {
  const points = heights
    .map(({ heightCm, measuredOn }) => ({ time: Date.parse(measuredOn), heightCm }))
    .toReversed();
  const times = points.map(({ time }) => time);
  const lowest = Math.min(...points.map(({ heightCm }) => heightCm));
  const highest = Math.max(...points.map(({ heightCm }) => heightCm));
  const start = Math.min(...times);
  const { width, height, margin } = lineSize;
  const perMs = (width - 2 * margin) / (Math.max(...times) - start);
  const perCm = (height - 2 * margin) / Math.max(highest - lowest, minRangeCm);
  return points.map(
    ({ time, heightCm }) =>
      `${(margin + (time - start) * perMs).toFixed(1)},${(height - margin - (heightCm - lowest) * perCm).toFixed(1)}`,
  );
}

/** Draws how a dog grew; the table says the same. Nothing for measurements of one day. */
function HeightLine({ heights }: { heights: readonly DogHeight[] }) {
  const styles = useHeightLineStyles();
  const days = new Set(heights.map(({ measuredOn }) => measuredOn));
  if (days.size < 2) return null;
  const corners = cornersOf(heights);
  const [x, y] = corners.at(-1)?.split(",") ?? [];
  return (
    <svg aria-hidden className={styles.line} viewBox={`0 0 ${lineSize.width} ${lineSize.height}`}>
      <polyline
        points={corners.join(" ")}
        fill="none"
        stroke={tokens.colorNeutralStrokeAccessible}
        strokeWidth={2}
        strokeLinejoin="round"
      />
      <circle cx={x} cy={y} r={4} fill={tokens.colorAccent} />
    </svg>
  );
}

/** Measurements that are shown before the user asks for all. */
const shownAtFirst = 3;

const useStyles = makeStyles({
  table: { width: "100%", borderCollapse: "collapse", fontVariantNumeric: "tabular-nums" },
  row: { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  cell: { padding: "2px 12px 2px 0", textAlign: "left", fontWeight: 400 },
  height: { whiteSpace: "nowrap", fontWeight: 600 },
  class: { color: tokens.colorNeutralForeground2, paddingRight: 0 },
  classRow: { display: "flex", alignItems: "center", justifyContent: "space-between" },
  more: { marginTop: "8px", marginLeft: "-12px", minHeight: "44px" },
});

const hasClasses = () => isPartOn(brand, "heightClasses");

type RowProps = { dog: Dog; height: DogHeight; onDeleted: () => void };

function HeightRow({ dog, height: { id, heightCm, measuredOn }, onDeleted }: RowProps) {
  const styles = useStyles();
  const { t } = useTranslation(["dogs", "height-class"]);
  const { calendarDate, number } = useFormats();
  const on = calendarDate(measuredOn);
  const height = t("cm", { height: number(heightCm) });
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.cell}>
        {on}
      </th>
      <td className={`${styles.cell} ${styles.height}`}>{height}</td>
      <td className={`${styles.cell} ${styles.class}`}>
        <div className={styles.classRow}>
          {hasClasses() && t(`height-class:names.${heightClassOf(heightCm)}`)}
          <DeleteButton
            label={t("remove.open")}
            of={t("of", { action: t("remove.open"), name: t("remove.named", { height, on }) })}
            isIcon
            question={t("remove.question")}
            action={t("remove.open")}
            onDelete={() => call(deleteHeight, { params: { id: dog.id, heightId: id } })}
            onDeleted={onDeleted}
          >
            <p>
              {t(hasClasses() ? "remove.text" : "remove.textPlain", { name: dog.name, height, on })}
            </p>
          </DeleteButton>
        </div>
      </td>
    </tr>
  );
}

type HeightHistoryProps = { dog: Dog; onDeleted: () => void };

/** The measurements of a dog, the latest first, each with the class that it meant. */
export function HeightHistory({ dog, onDeleted }: HeightHistoryProps) {
  const styles = useStyles();
  const { t } = useTranslation("dogs");
  const [showsAll, setShowsAll] = useState(false);
  const { heights } = dog;
  const shown = showsAll ? heights : heights.slice(0, shownAtFirst);
  return (
    <div>
      <HeightLine heights={heights} />
      <table className={styles.table}>
        <VisuallyHidden as="caption">{t("history.caption", { name: dog.name })}</VisuallyHidden>
        <VisuallyHidden as="thead">
          <tr>
            <th scope="col">{t("history.date")}</th>
            <th scope="col">{t("history.height")}</th>
            <th scope="col">{hasClasses() && t("history.class")}</th>
          </tr>
        </VisuallyHidden>
        <tbody>
          {shown.map((height) => (
            <HeightRow key={height.id} dog={dog} height={height} onDeleted={onDeleted} />
          ))}
        </tbody>
      </table>
      {heights.length > shownAtFirst && (
        <Button
          appearance="subtle"
          className={styles.more}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t("history.fewer") : t("history.all", { count: heights.length })}
        </Button>
      )}
    </div>
  );
}
