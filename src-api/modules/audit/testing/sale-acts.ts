import { call } from "#api/testing/account-requests.ts";
import { buy, createBuyer } from "#api/testing/billing-requests.ts";
import { ofAdmin, send, type Stage, type Ways, tried } from "./stage.ts";

const discount = {
  off: { percent: 20 },
  description: { en: "Spring", pl: "Wiosna" },
  items: [],
  periods: null,
  from: null,
  until: null,
  uses: null,
  usesPerUser: null,
};

/** Returns a function that adds a discount code. */
const adder = (stage: Stage) => async (code: string) => {
  const body = { code, ...discount };
  const added = await send(stage, "POST", "/discounts", { token: stage.admin.token, body });
  stage.secrets.delete(code); // the trail names codes of discounts
  return added;
};

/** Returns a paid order of an extra, and its buyer. */
async function orderedExtra(stage: Stage) {
  const { portal } = stage;
  const buyer = await createBuyer(portal);
  for (const secret of [buyer.email, buyer.token]) stage.secrets.add(secret);
  const sku = "handling-consultation";
  const { id } = await buy(portal, buyer, [{ sku, quantity: 1 }]);
  const { body } = await call(portal, "GET", `/purchases/${id}`, { token: buyer.token });
  const number: string = body.receiptNumber;
  return { number, sku, buyer };
}

const extra = {
  nameEn: "Written plan",
  namePl: "",
  summaryEn: "Four weeks on two pages.",
  summaryPl: "",
  deliveryEn: "By e-mail.",
  deliveryPl: "",
  price: "20",
  taxPercent: "23",
  motif: "paw",
  deliveredAs: "report",
  fileEn: null,
  filePl: null,
  onSale: true,
};

/** Acts of what is sold: discount codes, orders and extras. */
export const saleActs = {
  "extra-added": {
    "by an admin": async (stage) => {
      const add = (nameEn: string) =>
        send(stage, "POST", "/studio/extras", { ...stage.admin, body: { ...extra, nameEn } });
      await add("Taken");
      return {
        refused: () => add("Taken"),
        perform: () => add("Written plan"),
        said: () => ofAdmin(stage, null, { sku: "written-plan" }),
      };
    },
  },

  "extra-changed": {
    "by an admin": async (stage) => {
      const change = (body: object) =>
        send(stage, "PUT", "/studio/extras/second-plan", { ...stage.admin, body });
      const added = { ...extra, nameEn: "Second plan" };
      const stored = await send(stage, "POST", "/studio/extras", { ...stage.admin, body: added });
      const { revision } = stored.json();
      return {
        refused: () => change({ ...added, revision, price: "free" }),
        perform: () => change({ ...added, revision, price: "25,50", namePl: "Drugi plan" }),
        said: () =>
          ofAdmin(stage, null, { sku: "second-plan", fields: "name, price", formerPrice: 2000 }),
      };
    },
  },

  "discount-created": {
    "by an admin": async (stage) => {
      const add = adder(stage);
      await add("EASTER");
      return tried(add, "EASTER", "ADVENT", () => ofAdmin(stage, null, { code: "ADVENT" }));
    },
  },

  "discount-ended": {
    "by an admin": async (stage) => {
      const end = (code: string) => send(stage, "POST", `/discounts/${code}/end`, stage.admin);
      await adder(stage)("MARCH");
      return tried(end, "NEVER", "MARCH", () => ofAdmin(stage, null, { code: "MARCH" }));
    },
  },

  "order-changed": {
    "by an admin": async (stage) => {
      const { portal, admin } = stage;
      const { number, sku, buyer } = await orderedExtra(stage);
      const { body } = await call(portal, "GET", `/orders?query=${number}`, admin);
      const [{ changedAt }] = body.items;
      const cancel = (token: string) =>
        send(stage, "POST", `/orders/${number}/${sku}`, {
          token,
          body: { step: "cancel", changedAt },
        });
      return tried(cancel, buyer.token, admin.token, () =>
        ofAdmin(stage, buyer, { receipt: number, sku, step: "cancel" }),
      );
    },
  },
} satisfies Record<string, Ways>;
