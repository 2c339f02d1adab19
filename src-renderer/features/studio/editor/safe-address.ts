/** Whether a link may lead to an address: to a page of the portal, a web page, a mail address or a telephone. */
export const isSafeAddress = (address: string): boolean => {
  // Browsers ignore blanks and control characters in a scheme.
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address.replaceAll(/[\p{C}\s]/gu, ""))?.[1];
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme);
};
