/** Creates an event of Electron's main process with extra properties. */
export const makeEvent = <T extends object>(extra: T = {} as T) => ({
  // the default is only used for {}
  defaultPrevented: false,
  preventDefault() {
    this.defaultPrevented = true;
  },
  ...extra,
});
