/** In the place of Electronegativity's HTTP client: every request fails at once. */
export default async function got(): Promise<never> {
  throw new Error("A test asks nothing of the network.");
}
