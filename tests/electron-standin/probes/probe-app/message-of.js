/** The message of what a call throws, with its kind; else its result. */
export function messageOf(call) {
  try {
    return `no error: ${String(call())}`;
  } catch (error) {
    return String(error);
  }
}
globalThis.messageOf = messageOf;
