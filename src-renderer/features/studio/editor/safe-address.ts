/** Returns whether an address is safe for a link: relative, or with the scheme http(s), mailto or tel. */
export const isSafeAddress = (address: string): boolean => {
  // Browsers ignore whitespace and control characters in a scheme.
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address.replaceAll(/[\p{C}\s]/gu, ""))?.[1];
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme);
};
