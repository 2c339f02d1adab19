import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { getShelf } from "#shared/api/shelf.ts";
import { maxNew } from "#shared/api/shelf.ts";
import type { Answer } from "#renderer/api-client/client.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { isSince, listPath, shownNewest, useNewest } from "#renderer/features/reading/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "0 20px",
    marginTop: "16px",
    color: tokens.colorNeutralForeground2,
  },
  text: { margin: 0 },
  links: {
    display: "flex",
    flexWrap: "wrap",
    gap: "0 20px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
  },
  link: { position: "relative", display: "inline-flex", alignItems: "center", minHeight: "44px" },
});

type MoreNewProps = Pick<Answer<typeof getShelf>, "newSince" | "newCounts">;

/** How many other entries were published since the previous visit, with the ways to their lists. */
export function MoreNew({ newSince, newCounts }: MoreNewProps) {
  const styles = useStyles();
  const { t } = useTranslation("account");
  const titleOf = usePageTitles();
  const { number } = useFormats();
  const shown = useNewest().data?.slice(0, shownNewest);
  if (!shown) return null;
  const fresh = shown.filter((teaser) => isSince(teaser, newSince));
  const missing = newCounts
    .map(({ kind, count }) => ({
      kind,
      count,
      more: count - fresh.filter((teaser) => teaser.kind === kind).length,
    }))
    .filter(({ more }) => more > 0);
  if (missing.length === 0) return null;
  const isAtLimit = missing.some(({ count }) => count === maxNew);
  const count = missing.reduce((sum, { more }) => sum + more, 0);
  const amount = (value: number, isMore: boolean) => number(value) + (isMore ? "+" : "");
  return (
    <div className={styles.root}>
      <p className={styles.text}>{t("moreNew", { count, amount: amount(count, isAtLimit) })}</p>
      <ul className={styles.links}>
        {missing.map((each) => (
          <li key={each.kind}>
            <TextLink to={listPath(each.kind)} className={styles.link}>
              {t("newInKind", {
                count: each.count,
                kind: titleOf(each.kind),
                amount: amount(each.count, each.count === maxNew),
              })}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
