import type { Buyer } from "#api/testing/billing-requests.ts";
import { createMember } from "#api/testing/members.ts";
import { send, type Somebody, type Stage } from "./stage.ts";

/** Returns a member as the stage's admin sees it. */
export const seenByAdmin = async (stage: Stage, { id }: Pick<Somebody, "id">) =>
  (await send(stage, "GET", `/members/${id}`, stage.admin)).json();

/** Creates a member who has paid €9 for a month; returns the invoice, too. */
export async function payer(
  stage: Stage,
): Promise<{ buyer: Buyer; purchase: { id: string; receiptNumber: string } }> {
  const buyer = await createMember(stage.portal);
  for (const secret of [buyer.email, buyer.token]) stage.secrets.add(secret);
  const [{ purchase }] = (await seenByAdmin(stage, buyer)).invoices;
  return { buyer, purchase };
}
