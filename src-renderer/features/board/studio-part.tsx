import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { countStudio } from "#shared/api/studio.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { BoardPart } from "./board-part.tsx";

const useStyles = makeStyles({
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "12px 24px",
  },
  counts: { display: "flex", flexWrap: "wrap", gap: "4px 24px", margin: 0 },
  count: { display: "flex", gap: "8px", "> dd": { margin: 0, fontWeight: 600 } },
});

/** What is counted, with the filter of the studio's list that shows it. */
const counted = [
  ["drafts", "state=draft"],
  ["ready", "state=ready"],
  ["scheduled", "state=scheduled"],
  ["outdated", "translation=outdated"],
] as const;

/** What is being written: how much waits or is about to appear, each a link to its list. */
export function StudioPart() {
  const styles = useStyles();
  const { t } = useTranslation("board");
  const { number } = useFormats();
  const { data } = useApiQuery(countStudio, { silent: true });
  return (
    <BoardPart title={t("studio.title")} isWide>
      <div className={styles.row}>
        <dl className={styles.counts}>
          {counted.map(([name, filter]) => (
            <div key={name} className={styles.count}>
              <dt>
                <TextLink to={`${routePath("studio")}?${filter}`}>{t(`studio.${name}`)}</TextLink>
              </dt>
              <dd>{data ? number(data[name]) : "–"}</dd>
            </div>
          ))}
        </dl>
        <ButtonLink to={routePath("studio")}>{t("studio.write")}</ButtonLink>
      </div>
    </BoardPart>
  );
}
