import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { getLeaving, type Leaving } from "#shared/api/leaving.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Details } from "#renderer/components/details.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { BoardPart } from "./board-part.tsx";

const useStyles = makeStyles({
  counts: { display: "grid", gap: "4px", margin: 0 },
  count: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    alignItems: "baseline",
    gap: "16px",
    minHeight: "30px",
    "> dd": { margin: 0, fontWeight: 600, fontVariantNumeric: "tabular-nums" },
  },
  none: { margin: 0, color: tokens.colorNeutralForeground2 },
  texts: { display: "grid", gap: "12px", margin: 0, padding: 0, listStyleType: "none" },
  text: { margin: 0, whiteSpace: "pre-line", overflowWrap: "anywhere" },
  from: { margin: 0, color: tokens.colorNeutralForeground2, fontSize: "14px" },
});

/** What members wrote when they cancelled, each with a link to its member. */
function Texts({ texts }: Pick<Leaving, "texts">) {
  const styles = useStyles();
  const { t } = useTranslation(["board", "membership"]);
  const { date } = useFormats();
  return (
    <Details summary={t("leaving.texts")}>
      <ul className={styles.texts}>
        {texts.map(({ id, at, reason, text, memberId }) => (
          <li key={id}>
            <p className={styles.text}>{text}</p>
            <p className={styles.from}>
              {date(at)}
              {reason && ` · ${t(`membership:cancel.why.reason.${reason}`)}`}
              {memberId !== null && (
                <>
                  {" · "}
                  <TextLink to={`${routePath("dashboard")}?section=members&member=${memberId}`}>
                    {t("leaving.member")}
                  </TextLink>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Details>
  );
}

function Counts({ leaving: { reasons, skipped, offers, texts } }: { leaving: Leaving }) {
  const styles = useStyles();
  const { t } = useTranslation(["board", "membership"]);
  const { number } = useFormats();
  const given = reasons
    .map(({ reason, count }) => ({ name: t(`membership:cancel.why.reason.${reason}`), count }))
    .toSorted((a, b) => b.count - a.count);
  const taken = offers.map(({ offer, count }) => ({ name: t(`leaving.stayed.${offer}`), count }));
  const rows = [...given, { name: t("leaving.skipped"), count: skipped }, ...taken].filter(
    ({ count }) => count > 0,
  );
  if (rows.length === 0) return <p className={styles.none}>{t("leaving.none")}</p>;
  return (
    <>
      <dl className={styles.counts}>
        {rows.map(({ name, count }) => (
          <div key={name} className={styles.count}>
            <dt>{name}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
      {texts.length > 0 && <Texts texts={texts} />}
    </>
  );
}

/** Why members have cancelled in the last twelve months, and which of them an offer has kept. */
export function LeavingPart() {
  const { t } = useTranslation("board");
  const query = useApiQuery(getLeaving, { silent: true });
  return (
    <BoardPart title={t("leaving.title")}>
      <QueryView query={query} loading={<LoadingLines lines={3} />}>
        {(leaving) => <Counts leaving={leaving} />}
      </QueryView>
    </BoardPart>
  );
}
