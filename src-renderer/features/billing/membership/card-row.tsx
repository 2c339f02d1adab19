import { Button } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Membership } from "#shared/api/membership.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { businessDay } from "#renderer/i18n/formats.ts";
import { isBlocked } from "../checkout/payment-notices.tsx";
import { type PaymentPage, useOpenPage } from "./payment-page.ts";
import { wayNames } from "#shared/ways-to-pay.ts";
import { SettingRow } from "#renderer/components/setting-row.tsx";

type Card = NonNullable<Membership["card"]>;

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Returns whether a card is no longer valid at a time: it is until its month ends for the seller. */
const expiresBefore = ({ expYear, expMonth }: Card, iso: string): boolean =>
  expYear !== null &&
  expMonth !== null &&
  `${expYear}-${twoDigits(expMonth)}` < businessDay(Date.parse(iso)).slice(0, 7);

/** Returns the name of what renewals are charged to: "Visa ending in 4242", "PayPal". */
export function useCardName(): (card: Card) => string {
  const { t } = useTranslation("membership");
  return ({ kind, brand, last4 }) => {
    if (kind === "card") return t("settings.cardEnding", { brand, last4 });
    return last4 === null ? wayNames[kind] : t("settings.debitEnding", { last4 });
  };
}

/** Returns the end of a card's validity as cards have it: "04/30"; null for what has none. */
const validity = ({ expMonth, expYear }: Card): string | null =>
  expMonth === null || expYear === null
    ? null
    : `${twoDigits(expMonth)}/${twoDigits(expYear % 100)}`;

/** Returns the note on the card: that it expires too early or is missing, or the effect of adding one. */
function useHint({ card, nextCharge, pastDue, chargedElsewhere }: Membership): string | null {
  const { t } = useTranslation("membership");
  if (pastDue) return t("settings.chargedAtOnce");
  if (chargedElsewhere || !nextCharge || nextCharge.price.amount === 0) return null;
  if (!card) return t("settings.noCardHint");
  return expiresBefore(card, nextCharge.on) ? t("settings.expires") : null;
}

type CardRowProps = { membership: Membership; page: PaymentPage };

/** The card that renewals are charged to, and a button that leads to the page for another one. */
export function CardRow({ membership, page }: CardRowProps) {
  const { t } = useTranslation(["membership", "billing"]);
  const name = useCardName();
  const hint = useHint(membership);
  const { busy, failure, run } = useOpenPage(page);
  const { card, pastDue } = membership;
  const validUntil = card && validity(card);
  return (
    <SettingRow
      name={t("settings.card")}
      value={
        card
          ? [name(card), validUntil && t("settings.validUntil", { date: validUntil })]
              .filter(Boolean)
              .join(", ")
          : t("settings.noCard")
      }
      hint={hint}
      warns={hint !== null && !pastDue}
      action={
        <Button size="large" disabledFocusable={busy} onClick={() => void run("card")}>
          {t(card ? "settings.changeCard" : "settings.addCard")}
        </Button>
      }
    >
      {failure && (
        <Notice intent="error">
          {isBlocked(failure) ? t("billing:blocked") : t("settings.cardFailed")}
        </Notice>
      )}
    </SettingRow>
  );
}
