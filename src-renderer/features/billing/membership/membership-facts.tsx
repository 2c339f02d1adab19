import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Membership } from "../../../../src-shared/api/billing.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { media, tokens } from "../../../theme/tokens.ts";
import { isGranted } from "./membership-state.ts";

const useStyles = makeStyles({
  facts: {
    display: "flex",
    flexWrap: "wrap",
    gap: "16px 48px",
    margin: 0,
    [media.phone]: { display: "grid", gap: "12px" },
  },
  name: { color: tokens.colorNeutralForeground2, fontSize: "15px", lineHeight: "20px" },
  value: { margin: 0, fontSize: "18px", lineHeight: "26px", fontWeight: 600 },
});

/** What is known of the membership as pairs of name and value; nothing that is not known. */
function useFacts(membership: Membership): [name: string, value: string][] {
  const { t } = useTranslation("membership");
  const { money, date, lastDay } = useFormats();
  const { status, source, period, startedAt, endsAt, nextCharge } = membership;
  const ongoing = status === "active" || status === "ending";
  const facts: [string, string][] = [];
  if (period && source === "purchase") facts.push([t("fact.plan"), t(`period.${period}`)]);
  if (startedAt && ongoing) facts.push([t("fact.since"), date(startedAt)]);
  if (nextCharge && status === "active" && source === "purchase") {
    const { price, on } = nextCharge;
    facts.push([t("fact.nextCharge"), t("priceOn", { price: money(price), date: date(on) })]);
  } else if (isGranted(membership)) {
    facts.push([t("fact.grantedUntil"), endsAt ? lastDay(endsAt) : t("fact.noEnd")]);
  } else if (ongoing && endsAt) facts.push([t("fact.until"), date(endsAt)]);
  if (status === "ended" && endsAt) facts.push([t("fact.ended"), date(endsAt)]);
  return facts;
}

/** Plan, dates and next charge of a membership. */
export function MembershipFacts({ membership }: { membership: Membership }) {
  const styles = useStyles();
  const facts = useFacts(membership);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
