type Burst = { origin: string; count: number };

let sent = 0;

/**
 * Logs in with a wrong password, from a different network and for a different account each time, so
 * that nothing is throttled.
 */
async function logIn(origin: string): Promise<number> {
  const number = sent++;
  const response = await fetch(`${origin}/api/login`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${number >> 8}.${number & 255}.1`,
    },
    body: JSON.stringify({ email: `bench-${number}@example.com`, password: "wrong password" }),
    signal: AbortSignal.timeout(60_000),
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Sends the given number of logins at once and returns the statuses of their answers; runs in a
 * separate thread.
 */
export default function logInAtOnce({ origin, count }: Burst): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => logIn(origin)));
}
