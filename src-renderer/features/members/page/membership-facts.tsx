import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Member } from "#shared/api/members.ts";
import { wayNames } from "#shared/ways-to-pay.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  facts: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 190px), 1fr))",
    gap: "16px 32px",
    margin: "16px 0 0",
    "> div > dt": { color: tokens.colorNeutralForeground2, fontSize: "15px" },
    "> div > dd": { margin: 0, overflowWrap: "anywhere" },
  },
});

const formerState = ({ isAlive, takenOverAt }: NonNullable<Member["foreign"]>) =>
  !isAlive ? "over" : takenOverAt === null ? "alive" : "begun";

type MemberCard = NonNullable<Member["membership"]["card"]>;

/** Returns what renewals are charged to: "Visa 4242", "SEPA debit 3000", "PayPal". */
const cardText = ({ kind, brand, last4 }: MemberCard): string =>
  [kind === "card" ? brand : wayNames[kind], last4].filter(Boolean).join(" ");

/** Returns the facts of a membership as name and text; those without a value are left out. */
function useFacts({
  foreign,
  membership,
  registeredAt,
  invitation,
  labels,
  consent,
  bounce,
}: Member): (readonly [string, string | null])[] {
  const { t } = useTranslation("members");
  const { date, membershipEnd, money } = useFormats();
  const { status, source, period, startedAt, endsAt, nextCharge, pastDue, card, credit, onTrial } =
    membership;
  const otherCredit = membership.otherCredit?.map(money).join(", ");
  const ends = endsAt && membershipEnd(source, endsAt);
  const isEndless = source === "grant" && status === "active";
  return [
    [
      t("membership.state"),
      onTrial && status === "active"
        ? `${t("status.trial")}, ${t("until", { date: ends ?? "" })}`
        : t(`status.${status}`),
    ],
    [t("membership.source"), source && t(`source.${source}`)],
    [t("membership.period"), period && t(`period.${period}`)],
    [t("membership.started"), startedAt && date(startedAt)],
    // A membership that renews has no end but its next charge.
    [t("membership.ends"), nextCharge ? null : (ends ?? (isEndless ? t("noEnd") : null))],
    [
      t("membership.next"),
      nextCharge &&
        t("membership.nextOf", { price: money(nextCharge.price), date: date(nextCharge.on) }),
    ],
    [t("membership.former"), foreign ? t(`membership.former_${formerState(foreign)}`) : null],
    [
      t("membership.owed"),
      pastDue &&
        t("membership.owedOf", { price: money(pastDue.price), date: date(pastDue.endsOn) }),
    ],
    [t("membership.card"), card && cardText(card)],
    [t("membership.credit"), credit && money(credit)],
    [t("membership.otherCredit"), otherCredit ?? null],
    [t("registered"), date(registeredAt)],
    [t("invitations.fact"), invitation?.sentAt ? date(invitation.sentAt) : null],
    [t("labels"), labels.join(", ") || null],
    [
      t("consent.title"),
      consent &&
        (consent.withdrawnAt
          ? t("consent.withdrawn", { date: date(consent.withdrawnAt) })
          : t(`consent.${consent.source}`, { date: date(consent.at) })),
    ],
    [
      t("readers.address"),
      bounce && t("readers.bounced", { date: date(bounce.at), reason: bounce.reason }),
    ],
  ];
}

export function MembershipFacts({ member }: { member: Member }) {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const facts = useFacts(member);
  return (
    <section aria-labelledby="member-membership">
      <Heading level={3} id="member-membership">
        {t("membership.title")}
      </Heading>
      <dl className={styles.facts}>
        {facts.map(
          ([name, text]) =>
            text && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
