import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { formatMoney } from "../../../../src-shared/money.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { defaultLanguage, type Language } from "../../../../src-shared/languages.ts";
import { purchases } from "../schema.ts";
import { users } from "../../accounts/schema.ts";
import { composeMail, publicOrigin } from "../../../infra/mail/compose.ts";
import type { Mail } from "../../../infra/mail/mailer.ts";
import type { Portal } from "../../../portal.ts";
import type { PurchaseRow } from "../checkout/purchase.ts";

/** What of the server taking and settling payments needs. */
export type PaymentApp = Pick<FastifyInstance, "portal" | "afterwards">;

/** What was bought, one line an item: "Course-walking workbook × 2: €24". */
function itemsOf({ lines, discount }: PurchaseRow, language: Language): string {
  const items = lines.map(({ name, quantity, total }) => {
    const times = quantity > 1 ? ` × ${quantity}` : "";
    return `${name}${times}: ${formatMoney(total, language)}`;
  });
  if (!discount) return items.join("\n");
  const { currency, amount } = discount.amount;
  const off = formatMoney({ currency, amount: -amount }, language);
  return [...items, `${discount.description}: ${off}`].join("\n");
}

async function receiptOf(portal: Portal, purchase: PurchaseRow): Promise<Mail> {
  const { total, currency, buyerEmail, receiptNumber } = purchase;
  const [buyer] = await portal.database
    .select({ language: users.language })
    .from(purchases)
    .innerJoin(users, eq(users.id, purchases.userId))
    .where(eq(purchases.id, purchase.id));
  const language = buyer?.language ?? defaultLanguage;
  return composeMail("receipt", {
    to: buyerEmail,
    language,
    values: {
      number: receiptNumber ?? "",
      items: itemsOf(purchase, language),
      total: formatMoney({ amount: total, currency }, language),
    },
    url: publicOrigin(portal.config) + routePath("membership"),
  });
}

/**
 * Confirms a settled purchase by mail, once the answer is on its way. A mail that cannot be sent is
 * logged only: the money was taken, and the receipt stands on the membership page as well.
 */
export function mailReceipt(app: PaymentApp, purchase: PurchaseRow): void {
  const { portal } = app;
  app.afterwards(async () => portal.mailer.send(await receiptOf(portal, purchase)));
}
