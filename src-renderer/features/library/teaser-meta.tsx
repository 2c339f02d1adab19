import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Teaser } from "../../../src-shared/api/library.ts";
import { useFormats } from "../../i18n/formats.ts";
import { tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  meta: {
    display: "flex",
    flexWrap: "wrap",
    margin: 0,
    padding: 0,
    listStyleType: "none",
    fontSize: "15px",
    lineHeight: "22px",
    color: tokens.colorNeutralForeground3,
    "> li:not(:last-child)::after": { content: '"·"', margin: "0 8px" },
  },
});

/** What a kind tells of itself in one line, besides date, minutes and author. */
function useFactsOfKind({ recipe, protocol }: Teaser): string[] {
  const { t } = useTranslation("library");
  if (recipe) return [t("servings", { count: recipe.servings })];
  if (protocol) return [t(`level.${protocol.level}`), t("weeks", { count: protocol.weeks })];
  return [];
}

type TeaserMetaProps = { teaser: Teaser; author?: boolean };

/** The line under a title: what it is about to take, by whom, when. */
export function TeaserMeta({ teaser, author = true }: TeaserMetaProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const formats = useFormats();
  const facts = useFactsOfKind(teaser);
  return (
    <ul className={styles.meta}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
      <li>{t(`minutes.${teaser.kind}`, { minutes: formats.number(teaser.minutes) })}</li>
      {author && <li>{teaser.author}</li>}
      <li>
        <time dateTime={teaser.publishedAt}>{formats.date(teaser.publishedAt)}</time>
      </li>
    </ul>
  );
}
