/** A member, as /me answers. */
export const ada = {
  id: "1",
  name: "Ada",
  email: "ada@example.com",
  roles: [],
  subscriptionOwned: true,
  subscriptionPending: false,
  subscriptionPastDue: false,
};
