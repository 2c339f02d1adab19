/** Replaces Electronegativity's HTTP client: every request fails. */
export default async function got(): Promise<never> {
  throw new Error("A test asks nothing of the network.");
}
