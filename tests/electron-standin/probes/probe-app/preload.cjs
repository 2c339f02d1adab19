const { contextBridge, ipcRenderer } = require("electron");

/** What the caller gets when the stand-in lacks something. */
const messageOf = (call) => {
  try {
    call();
  } catch (error) {
    return error.message;
  }
};

contextBridge.exposeInMainWorld("probe", {
  echo: (...args) => ipcRenderer.invoke("echo", ...args),
  fails: () => ipcRenderer.invoke("fails"),
  late: () => ipcRenderer.invoke("late"),
  nobody: () => ipcRenderer.invoke("nobody"),
  onMessage: (listener) => {
    const hear = (_event, message) => listener(message);
    ipcRenderer.on("message", hear);
    return () => void ipcRenderer.removeListener("message", hear);
  },
  sendSync: () => messageOf(() => ipcRenderer.sendSync("echo")),
  seesBinding: "standinIpc" in window,
});
