export const subscriptionStatuses = ["pending", "active", "past_due", "ended"] as const;

/** Begun and not known to be over. */
export const startedStatuses = ["active", "past_due"] as const;

/** A user has at most one subscription with such a status (unique index `one_live_subscription`). */
export const liveStatuses = ["pending", "active", "past_due"] as const;
