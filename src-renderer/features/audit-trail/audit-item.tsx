import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { AuditEntry, AuditPerson } from "#shared/api/audit.ts";
import { decimalAmount } from "#shared/money.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  item: {
    display: "grid",
    gridTemplateColumns: "190px minmax(0, 1fr)",
    gap: "4px 24px",
    padding: "12px 0",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: "anywhere",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  time: { color: tokens.colorNeutralForeground2, fontSize: "15px", lineHeight: "24px" },
  act: { fontWeight: 600 },
  people: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0 20px" },
  party: { display: "inline-flex", alignItems: "center", columnGap: "4px", minWidth: 0 },
  person: {
    minWidth: 0,
    minHeight: "32px",
    padding: "0 4px",
    fontWeight: 400,
    textDecorationLine: "underline",
    [media.phone]: { minHeight: "44px" },
  },
  more: { color: tokens.colorNeutralForeground2, fontSize: "15px" },
});

type OnPerson = (person: AuditPerson) => void;

/** Somebody's name, which narrows the trail to what that person did and what concerns the person. */
function Person({ person, onPerson }: { person: AuditPerson; onPerson: OnPerson }) {
  const styles = useStyles();
  const { t } = useTranslation("audit");
  const name = person.name || t("deleted");
  return (
    <Button
      appearance="transparent"
      className={styles.person}
      title={t("filter.only", { who: name })}
      onClick={() => onPerson(person)}
    >
      {person.email === null ? name : `${name} (${person.email})`}
    </Button>
  );
}

/** Details that have a text; others are shown under their own names. */
const named = [
  "accounts",
  "address",
  "again",
  "amount",
  "announcement",
  "audience",
  "author",
  "authors",
  "code",
  "count",
  "days",
  "entries",
  "entry",
  "factors",
  "fields",
  "flag",
  "format",
  "formerPrice",
  "given",
  "host",
  "job",
  "kind",
  "label",
  "on",
  "outcome",
  "plan",
  "purchases",
  "replaced",
  "searched",
  "setting",
  "reason",
  "receipt",
  "refund",
  "removed",
  "role",
  "roles",
  "sku",
  "status",
  "step",
  "subject",
  "tag",
  "to",
  "undone",
  "until",
  "when",
  "which",
  "written",
] as const;

function useDetails({ details, device, ip }: AuditEntry): string {
  const { t } = useTranslation("audit");
  const { currency, ...others } = details;
  const parts = Object.entries(others).map(([name, value]) => {
    if (name === "amount" && typeof value === "number" && typeof currency === "string") {
      return `${t("details.amount")}: ${decimalAmount({ amount: value, currency })} ${currency}`;
    }
    const known = named.find((it) => it === name);
    const shown = typeof value === "boolean" ? t(value ? "yes" : "no") : value;
    return shown === null || shown === ""
      ? null
      : `${known ? t(`details.${known}`) : name}: ${shown}`;
  });
  return [device, ip, ...parts].filter(Boolean).join(" · ");
}

export function AuditItem({ entry, onPerson }: { entry: AuditEntry; onPerson: OnPerson }) {
  const styles = useStyles();
  const { t } = useTranslation("audit");
  const { dateTime } = useFormats();
  const details = useDetails(entry);
  const { at, act, actor, subject, via } = entry;
  const nobody = { command: t("command"), portal: t("nobody"), provider: t("provider") }[via];
  return (
    <li className={styles.item} tabIndex={-1}>
      <time dateTime={at} className={styles.time}>
        {dateTime(at)}
      </time>
      <div>
        <div className={styles.act}>{t(`acts.${act}`)}</div>
        <div className={styles.people}>
          <span className={styles.party}>
            {t("by")} {actor ? <Person person={actor} onPerson={onPerson} /> : nobody}
          </span>{" "}
          {subject && subject.id !== actor?.id && (
            <span className={styles.party}>
              {t("on")} <Person person={subject} onPerson={onPerson} />
            </span>
          )}
        </div>
        {details && <div className={styles.more}>{details}</div>}
      </div>
    </li>
  );
}
