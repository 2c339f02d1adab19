/** An event of Electron's main process, with what is special to it. */
export const makeEvent = <T extends object>(extra: T = {} as T) => ({
  // only ever left out for {}
  defaultPrevented: false,
  preventDefault() {
    this.defaultPrevented = true;
  },
  ...extra,
});
